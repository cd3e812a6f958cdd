import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Debian's own: GStreamer's modules are not those of another Python. */
const PYTHON = '/usr/bin/python3'
const PROGRAM = fileURLToPath(new URL('./gst-camera.py', import.meta.url))
const NEEDED = `
import gi
gi.require_version('GstRtspServer', '1.0')
from gi.repository import Gst, GstRtspServer
Gst.init(None)
assert all(Gst.ElementFactory.find(each) for each in ('x264enc', 'x265enc', 'rtph264pay', 'appsrc'))`

/** Empty when GStreamer's RTSP server is installed, otherwise why tests with it are skipped. */
export const noGstreamer =
  spawnSync(PYTHON, ['-c', NEEDED], { stdio: 'ignore' }).status === 0
    ? ''
    : ' (the RTSP server of GStreamer is not installed)'

export const GST_USER = 'admin'
/** With everything that an address cannot hold as it is. */
export const GST_PASSWORD = 'p@ss: wörd/1'

export interface GstCamera {
  readonly port: number
  /** `path` is a stream of `gst-camera.py`. */
  url(path: string): string
  /** Changes the pictures of `/size` in the middle. */
  size(width: number, height: number): void
  /** As if its power was cut. */
  kill(): Promise<void>
  /** At the same port again. */
  start(): Promise<void>
}

/** Starts a camera made of GStreamer, on a free port. */
export async function startGstCamera(auth: 'digest' | 'basic' | 'none' = 'digest'): Promise<GstCamera> {
  let running: ChildProcess | undefined
  let port = 0
  const camera: GstCamera = {
    get port() {
      return port
    },
    url: path => `rtsp://127.0.0.1:${port}${path}`,
    size: (width, height) => void running?.stdin?.write(`size ${width} ${height}\n`),
    async kill() {
      if (!running || running.exitCode !== null || running.signalCode !== null) return
      const ended = once(running, 'exit')
      running.kill('SIGKILL')
      await ended
    },
    async start() {
      const child = spawn(PYTHON, [PROGRAM, String(port), auth, GST_USER, GST_PASSWORD], {
        stdio: ['pipe', 'pipe', 'ignore'],
      })
      running = child
      child.stdin.on('error', () => {})
      for await (const line of createInterface(child.stdout)) {
        const [, told] = /^ready (\d+)$/.exec(line) ?? []
        if (told === undefined) continue
        port = Number(told)
        return
      }
      throw new Error('the camera does not start')
    },
  }
  await camera.start()
  return camera
}
