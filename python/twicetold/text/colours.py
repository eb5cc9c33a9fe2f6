"""Colours that stand out from a light and a dark ground, also for those who do not see all colours (Okabe and Ito)."""

BLUE = "#0072b2"
SKY = "#3d9bd4"
GREEN = "#009e73"
ORANGE = "#d55e00"
PINK = "#cc79a7"
GREY = "#8a8a8a"
