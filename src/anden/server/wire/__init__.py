"""What goes over the wire, described: for OpenAPI and AsyncAPI, and for tests that compare."""
