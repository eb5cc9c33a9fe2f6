"""What tests need besides texts: Spark, processes, archives, how they are shared out."""
