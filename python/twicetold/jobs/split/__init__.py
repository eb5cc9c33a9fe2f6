"""The job `split`: the sentences of all inputs."""
