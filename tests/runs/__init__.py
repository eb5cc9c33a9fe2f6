"""Inputs and finished runs that tests share."""
