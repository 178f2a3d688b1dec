"""OpenStack Swift with its S3 API on loopback: account, container, object and proxy server in one process.

Usage: s3-server.py DIRECTORY. Keeps everything below DIRECTORY, prints its address, and ends with its input.
"""
import eventlet

eventlet.patcher.monkey_patch()

import os
import sys

from eventlet import wsgi
from swift.common import utils
from swift.common.http_protocol import SwiftHttpProtocol
from swift.common.ring import RingBuilder
from swift.common.storage_policy import POLICIES
from swift.common.wsgi import loadapp

PIPELINE = "catch_errors listing_formats s3api tempauth slo proxy-server"
FILTERS = ["catch_errors", "listing_formats", "slo"]


class Cache:
    """Stands in for memcached, which its authentication insists on."""

    def __init__(self):
        self.values = {}

    def get(self, key, *_args, **_options):
        return self.values.get(key)

    def set(self, key, value, *_args, **_options):
        self.values[key] = value

    def delete(self, key, *_args, **_options):
        self.values.pop(key, None)

    def incr(self, key, delta=1, *_args, **_options):
        self.values[key] = self.values.get(key, 0) + delta
        return self.values[key]


def with_cache(app):
    cache = Cache()

    def call(environment, start_response):
        environment["swift.cache"] = cache
        return app(environment, start_response)

    return call


def write(path, text):
    with open(path, "w") as file:
        file.write(text)
    return path


def listen():
    return eventlet.listen(("127.0.0.1", 0))


def serve(sock, app):
    # The AWS SDK wants "ETag" as it is written, not "Etag".
    return eventlet.spawn(
        wsgi.server,
        sock,
        app,
        utils.NullLogger(),
        protocol=SwiftHttpProtocol,
        capitalize_response_headers=False,
    )


def storage_conf(directory, kind):
    return write(
        f"{directory}/{kind}-server.conf",
        f"""[DEFAULT]
devices = {directory}/devices
swift_dir = {directory}
mount_check = false
disable_fallocate = true
fallocate_reserve = 0
log_level = ERROR
[pipeline:main]
pipeline = {kind}-server
[app:{kind}-server]
use = egg:swift#{kind}
""",
    )


def proxy_conf(directory):
    filters = "".join(f"[filter:{name}]\nuse = egg:swift#{name}\n" for name in FILTERS)
    return write(
        f"{directory}/proxy-server.conf",
        f"""[DEFAULT]
swift_dir = {directory}
log_level = ERROR
[pipeline:main]
pipeline = {PIPELINE}
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
{filters}[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:s3api]
use = egg:swift#s3api
# Small, so that few files make several pages of a list.
max_bucket_listing = 50
""",
    )


def make_ring(directory, kind, port):
    builder = RingBuilder(part_power=2, replicas=1, min_part_hours=0)
    device = {"id": 0, "region": 1, "zone": 1, "weight": 1, "ip": "127.0.0.1", "port": port, "device": "d1"}
    builder.add_dev(device)
    builder.rebalance()
    builder.get_ring().save(f"{directory}/{kind}.ring.gz")


def main(directory):
    os.makedirs(f"{directory}/devices/d1")
    write(f"{directory}/swift.conf", "[swift-hash]\nswift_hash_path_suffix = tests\n")
    utils.set_swift_dir(directory)
    sockets = {kind: listen() for kind in ("account", "container", "object")}
    for kind, sock in sockets.items():
        make_ring(directory, kind, sock.getsockname()[1])
    for policy in POLICIES:
        policy.load_ring(directory)
    for kind, sock in sockets.items():
        serve(sock, loadapp(storage_conf(directory, kind)))
    proxy = listen()
    serve(proxy, with_cache(loadapp(proxy_conf(directory))))
    print(f"http://127.0.0.1:{proxy.getsockname()[1]}", flush=True)
    # Whoever started this process holds its input open: when they are gone, so is this.
    eventlet.tpool.execute(sys.stdin.read)


main(sys.argv[1])
