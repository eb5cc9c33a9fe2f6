"""An index over HTTP: what `twicetold serve` does.

command.py     options, and whether the packages are there
server.py      the process: its socket, its threads, signals and the end
app.py         the application, put together
guard.py       what every request goes through: access, limits, figures, a line in the log
access.py      the token, the `Host` header, requests of web pages
protocol.py    connections: how many, and how long and large the head of a request may be
limits.py      how much of everything there may be
routes.py      what is answered at each address
parameters.py  parameters of requests, checked
bodies.py      bodies of requests, read within limits
problems.py    what a client is told when something is wrong
writer.py      the one thread that changes the index
metrics.py     figures for Prometheus
openapi.py     the description of the service, schemas.py that of its bodies
log.py         what is written on standard error
"""
