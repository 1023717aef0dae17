#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""h2_server.py: a server of HTTP/2 over TLS, with a certificate of its own making, on a
free port of 127.0.0.1, which it prints. It ends when nobody reads its output any more.
By path:
/echo gives the request's body back; /held gives "first", and "second" when /go was asked
for on the same connection; /flood gives 8 MiB. The header x-connection counts them."""
import select
import socket
import ssl
import subprocess
import tempfile

import h2.config
import h2.connection
import h2.events

FLOOD = b"x" * (8 << 20)


class Connection:
    def __init__(self, peer, number):
        self.socket = peer
        self.number = number
        self.paths = {}
        self.bodies = {}
        self.unsent = {}
        self.held = None
        self.h2 = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False))
        self.h2.initiate_connection()
        self.send()

    def read(self):
        """False: the peer is gone."""
        received = self.socket.recv(65536)
        while self.socket.pending():
            received += self.socket.recv(65536)
        for event in self.h2.receive_data(received) if received else []:
            self.take(event)
        self.send()
        return bool(received)

    def take(self, event):
        if isinstance(event, h2.events.RequestReceived):
            self.paths[event.stream_id] = dict(event.headers)[b":path"].decode()
            self.bodies[event.stream_id] = b""
        elif isinstance(event, h2.events.DataReceived):
            self.bodies[event.stream_id] += event.data
            self.h2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
        elif isinstance(event, h2.events.StreamEnded):
            self.answer(event.stream_id)
        elif isinstance(event, h2.events.StreamReset):
            self.unsent.pop(event.stream_id, None)

    def answer(self, stream):
        path = self.paths[stream]
        self.h2.send_headers(stream, [(":status", "200"), ("content-type", "text/plain"),
                                      ("x-connection", str(self.number))])
        self.unsent[stream] = {"/echo": self.bodies[stream], "/held": b"first",
                               "/go": b"went", "/flood": FLOOD}[path]
        if path == "/held":
            self.held = stream
        if path == "/go" and self.held in self.unsent:
            self.unsent[self.held] += b"second"
            self.held = None

    def send(self):
        for stream in list(self.unsent):
            self.send_body(stream)
        self.socket.sendall(self.h2.data_to_send())

    def send_body(self, stream):
        body = self.unsent[stream]
        while body and self.h2.local_flow_control_window(stream) > 0:
            size = min(len(body), self.h2.local_flow_control_window(stream),
                       self.h2.max_outbound_frame_size)
            self.h2.send_data(stream, body[:size])
            body = body[size:]
        self.unsent[stream] = body
        if not body and stream != self.held:
            self.h2.end_stream(stream)
            del self.unsent[stream]


def tls():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.set_alpn_protocols(["h2"])
    with tempfile.NamedTemporaryFile() as file:
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                        "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1", "-subj",
                        "/CN=127.0.0.1", "-keyout", "-", "-out", "-"],
                       check=True, stdout=file, stderr=subprocess.DEVNULL)
        context.load_cert_chain(file.name)
    return context


def main():
    context = tls()
    server = socket.create_server(("127.0.0.1", 0))
    print(server.getsockname()[1], flush=True)
    waiting = select.poll()
    waiting.register(1, 0)  # the output
    waiting.register(server, select.POLLIN)
    connections = {}
    accepted = 0
    while True:
        for descriptor, _ in waiting.poll():
            if descriptor == 1:
                return
            if descriptor == server.fileno():
                peer = context.wrap_socket(server.accept()[0], server_side=True)
                accepted += 1
                connections[peer.fileno()] = Connection(peer, accepted)
                waiting.register(peer, select.POLLIN)
            elif not connections[descriptor].read():
                waiting.unregister(descriptor)
                connections.pop(descriptor).socket.close()


if __name__ == "__main__":
    main()
