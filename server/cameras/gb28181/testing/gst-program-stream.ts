import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const NEEDED = ['x264enc', 'mpegpsmux']

/** Empty when GStreamer's tools and elements are installed, otherwise why tests with them are skipped. */
export const noGstTools = NEEDED.every(
  each => spawnSync('gst-inspect-1.0', [each], { stdio: 'ignore' }).status === 0,
)
  ? ''
  : ' (gst-launch with x264enc and mpegpsmux is not installed)'

/** The same pictures as a program stream of GStreamer and as plain H.264. */
export function gstProgramStream(pictures: number): { ps: Buffer; h264: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'smart-farm-ps-'))
  try {
    execFileSync(
      'gst-launch-1.0',
      [
        ...`-q videotestsrc num-buffers=${pictures} pattern=ball`.split(' '),
        ...'! video/x-raw,width=320,height=240,framerate=25/1'.split(' '),
        ...'! x264enc key-int-max=10 tune=zerolatency sliced-threads=true threads=2 byte-stream=true'.split(
          ' ',
        ),
        ...'! video/x-h264,profile=baseline,stream-format=byte-stream,alignment=au ! tee name=both'.split(
          ' ',
        ),
        ...`both. ! queue ! filesink location=${join(folder, 'plain')}`.split(' '),
        ...`both. ! queue ! mpegpsmux ! filesink location=${join(folder, 'ps')}`.split(' '),
      ],
      { stdio: 'ignore' },
    )
    return { ps: readFileSync(join(folder, 'ps')), h264: readFileSync(join(folder, 'plain')) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
