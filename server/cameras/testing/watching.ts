import { vi } from 'vitest'
import type { DialRules } from '../../platform/network/dial-camera.ts'
import type { MediaEngine, MediaFault, MediaSource, MediaViewer } from '../media-engine.ts'

/** A guarded dialler that knows these ports of this machine and nothing else inside. */
export const doorsTo = (...ports: number[]): { rules(): DialRules } => ({
  rules: () => ({ networks: '', doors: Object.fromEntries(ports.map(port => [`127.0.0.1:${port}`, port])) }),
})

/** On a busy machine a camera may take several tries until it plays. */
const PATIENT = { timeout: 100_000, interval: 20 }

export interface Fragment {
  data: Uint8Array
  isKey: boolean
  /** Start of its picture, and time to the next, in ticks. */
  time: number
  slices: Uint8Array[]
}

/** A viewer that keeps what it is sent. */
export interface Watching {
  inits: Parameters<MediaViewer['init']>[0][]
  /** How many fragments came before each of them. */
  initAt: number[]
  fragments: Fragment[]
  faults: MediaFault[]
  /** What it pretends not to have sent on, bytes. */
  backlog: number
  leave(): void
  /** Waits until it has been sent so many fragments. */
  has(count: number): Promise<void>
  /** Waits until it is told of a fault. */
  fails(): Promise<void>
}

export function watching(engine: MediaEngine, channelId: string, source: MediaSource): Watching {
  const seen: Watching = {
    inits: [],
    initAt: [],
    fragments: [],
    faults: [],
    backlog: 0,
    leave: () => {},
    has: count =>
      vi.waitFor(() => {
        if (seen.fragments.length < count)
          throw new Error(`${seen.fragments.length} pictures, faults: ${seen.faults.join()}`)
      }, PATIENT),
    fails: () =>
      vi.waitFor(() => {
        if (seen.faults.length === 0) throw new Error(`no fault, ${seen.fragments.length} pictures`)
      }, PATIENT),
  }
  seen.leave = engine.watch(channelId, source, {
    init(track) {
      seen.inits.push(track)
      seen.initAt.push(seen.fragments.length)
    },
    fragment: (data, isKey) => seen.fragments.push({ data, isKey, ...read(data) }),
    failed: fault => seen.faults.push(fault),
    backlog: () => seen.backlog,
  })
  return seen
}

/** Time and slices of a fragment, read by the names of its boxes. */
function read(data: Uint8Array): Pick<Fragment, 'time' | 'slices'> {
  const bytes = Buffer.from(data)
  const time = Number(bytes.readBigUInt64BE(bytes.indexOf('tfdt') + 8))
  const slices: Uint8Array[] = []
  let at = bytes.indexOf('mdat') + 4
  while (at < bytes.length) {
    const end = at + 4 + bytes.readUInt32BE(at)
    slices.push(bytes.subarray(at + 4, end))
    at = end
  }
  return { time, slices }
}
