"""A camera by GStreamer: an RTSP server on loopback whose pictures carry the wall clock as a bar code.

Every line on its input is a command: `size <width> <height>` changes the pictures of /size. It prints `ready <port>`.
"""

import sys
import threading
import time
from urllib.parse import parse_qs, urlparse

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer  # noqa: E402

PORT, AUTH, USER, PASSWORD = sys.argv[1:5]
CELL = 16
Gst.init(None)

X264 = "x264enc tune=zerolatency speed-preset=ultrafast key-int-max={gop} bitrate={kbps} {more} ! {profile}"
BASELINE = "video/x-h264,profile=baseline"


def coded(width, height, fps, gop=25, kbps=1800, more="", profile=BASELINE, pay="rtph264pay name=pay0 pt=96 config-interval=-1"):
    encoder = X264.format(gop=gop, kbps=kbps, more=more, profile=profile)
    caps = f"video/x-raw,format=I420,width={width},height={height},framerate={fps}/1"
    return f"( appsrc name=src is-live=true format=time do-timestamp=true caps={caps} ! {encoder} ! {pay} )"


STREAMS = {
    "/hd": coded(1280, 720, 25),
    "/small": coded(640, 360, 25),
    "/slices": coded(640, 360, 25, more="sliced-threads=false option-string=slices=4"),
    "/main": coded(640, 360, 25, more="cabac=true", profile="video/x-h264,profile=main"),
    "/high": coded(640, 360, 25, more="dct8x8=true bframes=2 b-adapt=false", profile="video/x-h264,profile=high"),
    "/sets-apart": coded(640, 360, 25, pay="rtph264pay name=pay0 pt=96 config-interval=0 aggregate-mode=max-stap"),
    "/lossy": coded(640, 360, 25, pay="rtph264pay name=inner pt=96 config-interval=-1 mtu=400 ! identity name=pay0 drop-probability=0.01"),
    "/damaged": coded(640, 360, 25, pay="breakmydata probability=0.0005 skip=200 ! rtph264pay name=pay0 pt=96 config-interval=-1"),
    "/h265": "( videotestsrc is-live=true ! video/x-raw,width=320,height=240,framerate=10/1 ! x265enc ! rtph265pay name=pay0 pt=96 )",
    "/jpeg": "( videotestsrc is-live=true ! video/x-raw,format=I420,width=320,height=240,framerate=10/1 ! jpegenc ! rtpjpegpay name=pay0 pt=26 )",
    "/sound": "( audiotestsrc is-live=true ! alawenc ! rtppcmapay name=pay0 pt=8 )",
    "/both": "( audiotestsrc is-live=true ! alawenc ! rtppcmapay name=pay0 pt=8 videotestsrc is-live=true ! video/x-raw,width=320,height=240,framerate=20/1 ! x264enc tune=zerolatency key-int-max=20 ! rtph264pay name=pay1 pt=97 )",
    "/size": "( videotestsrc is-live=true ! videoscale ! capsfilter name=size caps=video/x-raw,width=640,height=360,framerate=20/1 ! x264enc tune=zerolatency speed-preset=ultrafast key-int-max=20 ! rtph264pay name=pay0 pt=96 config-interval=-1 )",
}

filters = []


def stamped(base, width, now):
    """The picture with the 48 bits of milliseconds in two rows of cells."""
    picture = bytearray(base)
    bits = [(now >> (47 - i)) & 1 for i in range(48)]
    for row in range(2):
        line = b"".join(bytes([235 if bit else 16]) * CELL for bit in bits[row * 24 : row * 24 + 24])
        for y in range(CELL):
            at = (row * CELL + y) * width
            picture[at : at + len(line)] = line
    return bytes(picture)


def feed(source, media):
    caps = source.get_property("caps").get_structure(0)
    width, height = caps.get_int("width")[1], caps.get_int("height")[1]
    fps = caps.get_fraction("framerate")[1]
    luma = bytes((64 + (x * 160 // width) + 24 * ((x // 40 + y // 40) % 2)) % 256 for y in range(height) for x in range(width))
    base = luma + bytes([128]) * (width * height // 2)

    # What gathers before somebody plays goes out at once, and on a busy machine GStreamer's server then stops for good.
    playing = threading.Event()
    media.connect("new-state", lambda _, state: playing.set() if state == int(Gst.State.PLAYING) else None)

    def run():
        due = time.monotonic()
        count = 0
        while True:
            # Something that moves, so that the encoder has work.
            moved = bytearray(base)
            x = (count * 7) % (width - 80)
            for y in range(100, 180):
                moved[y * width + x : y * width + x + 80] = bytes([200]) * 80
            picture = stamped(moved, width, int(time.time() * 1000))
            if source.emit("push-buffer", Gst.Buffer.new_wrapped(picture)) != Gst.FlowReturn.OK:
                return
            count += 1
            if not playing.wait(0.2):
                continue
            # As a camera: what it is too late for it never takes.
            due = max(due + 1 / fps, time.monotonic())
            time.sleep(max(0, due - time.monotonic()))

    threading.Thread(target=run, daemon=True).start()


class Camera(GstRtspServer.RTSPMediaFactory):
    def __init__(self, launch):
        super().__init__()
        self.set_launch(launch)
        self.set_shared(True)
        self.set_latency(0)

    def do_configure(self, media):
        GstRtspServer.RTSPMediaFactory.do_configure(self, media)
        element = media.get_element()
        source = element.get_by_name("src")
        if source:
            feed(source, media)
        size = element.get_by_name("size")
        if size:
            filters.append(size)


def listen():
    for line in sys.stdin:
        name, *values = line.split()
        if name == "size":
            caps = Gst.Caps.from_string(f"video/x-raw,width={values[0]},height={values[1]},framerate=20/1")
            for each in filters:
                GLib.idle_add(each.set_property, "caps", caps)
    loop.quit()


server = GstRtspServer.RTSPServer()
server.set_address("127.0.0.1")
server.set_service(PORT)
if AUTH != "none":
    auth = GstRtspServer.RTSPAuth()
    from gi.repository import GstRtsp  # noqa: E402

    auth.set_supported_methods(GstRtsp.RTSPAuthMethod.DIGEST if AUTH == "digest" else GstRtsp.RTSPAuthMethod.BASIC)
    token = GstRtspServer.RTSPToken()
    token.set_string("media.factory.role", "user")
    if AUTH == "digest":
        auth.add_digest(USER, PASSWORD, token)
    else:
        auth.add_basic(GstRtspServer.RTSPAuth.make_basic(USER, PASSWORD), token)
    server.set_auth(auth)
for path, launch in STREAMS.items():
    factory = Camera(launch)
    if AUTH != "none":
        permissions = GstRtspServer.RTSPPermissions()
        for right in ("media.factory.access", "media.factory.construct"):
            permissions.add_permission_for_role("user", right, True)
        factory.set_permissions(permissions)
    server.get_mount_points().add_factory(path, factory)
server.attach(None)
loop = GLib.MainLoop()
threading.Thread(target=listen, daemon=True).start()
print("ready", server.get_bound_port(), flush=True)
loop.run()
