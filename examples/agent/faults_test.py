#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""faults_test.py AGENT_EXAMPLE: what the program does when its provider refuses the key,
when nobody listens, and when Ctrl-C comes while it waits for the answer."""
import os
import signal
import socket
import subprocess
import sys

REFUSAL = b'{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}'


def listen():
    server = socket.create_server(("127.0.0.1", 0))
    server.settimeout(30)
    return server


def start(agent, port):
    environment = {k: v for k, v in os.environ.items() if not k.endswith(("_KEY", "_URL"))}
    environment.update(ANTHROPIC_API_KEY="no-good-key", no_proxy="127.0.0.1",
                       ANTHROPIC_BASE_URL=f"http://127.0.0.1:{port}")
    return subprocess.Popen([agent, "Anything?"], env=environment, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def take_request(server):
    connection, _ = server.accept()
    connection.settimeout(30)
    request = b""
    while b"\r\n\r\n" not in request:
        request += connection.recv(65536)
    return connection


def check(name, process, code, line):
    out, err = process.communicate(timeout=60)
    print(f"--- {name}: code {process.returncode}\n{out}{err}")
    assert process.returncode == code, f"{name}: expected code {code}"
    assert line in out + err, f"{name}: expected {line!r}"
    assert len(err.splitlines()) <= 1, f"{name}: more than one line of complaint"
    assert "no-good-key" not in out + err, f"{name}: the key is shown"
    advice = err.count("check ")
    assert advice == (1 if code == 1 else 0), f"{name}: {advice} times what to check"


def main():
    agent = sys.argv[1]
    server = listen()
    process = start(agent, server.getsockname()[1])
    with take_request(server) as connection:
        connection.sendall(b"HTTP/1.1 401 Unauthorized\r\nContent-Type: application/json\r\n"
                           b"Content-Length: %d\r\n\r\n%s" % (len(REFUSAL), REFUSAL))
        check("wrong key", process, 1, "invalid x-api-key")

    process = start(agent, server.getsockname()[1])
    with take_request(server):
        process.send_signal(signal.SIGINT)
        check("interrupted", process, 130, "finish: cancelled")

    port = server.getsockname()[1]
    server.close()
    check("nobody listens", start(agent, port), 1, "failed: ")


if __name__ == "__main__":
    main()
