import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fragment, initSegment, TICKS } from '../cameras/fragments.ts'
import { clipPath, recordingsFolder } from '../cameras/recording/places.ts'
import { newId } from '../platform/database/ids.ts'
import { SYSTEM } from '../platform/database/store.ts'
import { cameraClip, clipLink } from '../platform/database/tables/recordings.ts'
import type { Services } from '../platform/services.ts'
import type { SeededOffice } from './store.ts'

/** Parameter sets of a picture of 640×360, as a camera sends them. */
const SPS = Buffer.from('6742c01eda02805bff016e0d0304', 'hex')
const PPS = Buffer.from('68ce3c80', 'hex')
const SIZE = { width: 640, height: 360 }

const slices = (size: number) => [new Uint8Array(size).fill(7)]

/** One picture as the media engine gives it for a still: an MP4 of one fragment. */
export function stillOf({ size = SIZE, bytes = 400 } = {}): Uint8Array<ArrayBuffer> {
  const picture = fragment(1, {
    slices: slices(bytes),
    isKey: true,
    decodeTime: 0,
    duration: TICKS / 5,
    showAfter: 0,
  })
  return new Uint8Array(Buffer.concat([initSegment(size, SPS, [PPS]), picture]))
}

/** Writes a stretch of a channel's ring: five pictures a second between two moments (ms since 1970), a key frame each second. */
export function writeRing(folder: string, channelId: string, from: number, to: number): void {
  const place = join(folder, 'ring', channelId)
  mkdirSync(place, { recursive: true })
  for (let at = from; at < to; at += 10_000) {
    const end = Math.min(at + 10_000, to)
    const pictures = Array.from({ length: Math.floor((end - at) / 200) }, (_, i) =>
      fragment(i + 1, {
        slices: slices(i % 5 === 0 ? 400 : 60),
        isKey: i % 5 === 0,
        decodeTime: i * (TICKS / 5),
        duration: TICKS / 5,
        showAfter: 0,
      }),
    )
    const path = join(place, `${at}.mp4`)
    writeFileSync(path, Buffer.concat([initSegment(SIZE, SPS, [PPS]), ...pictures]))
    utimesSync(path, end / 1_000, end / 1_000)
  }
}

type NewClip = Partial<typeof cameraClip.$inferInsert>

let built = 0

/** A clip of a farm that is ready, with its file, of no channel unless one is given. */
export async function buildClip({ store, config }: Services, office: SeededOffice, more: NewClip = {}) {
  const now = Date.now()
  const id = more.id ?? newId()
  const content = stillOf({ bytes: 2_000 })
  const row = {
    id,
    officePath: office.path,
    farmPath: office.farmPath ?? office.path,
    channelName: `Channel ${++built}`,
    name: `Clip ${built}`,
    fromAt: new Date(now - 240_000),
    toAt: new Date(now - 60_000),
    state: 'ready' as const,
    bytes: content.length,
    ...more,
  }
  await store.scoped(SYSTEM).insert(cameraClip).values(row)
  const path = clipPath(recordingsFolder(config), id)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  return row
}

/** A link to a clip, held by nobody who knows its token. */
export async function buildClipLink({ store }: Services, clip: Awaited<ReturnType<typeof buildClip>>) {
  const { id: clipId, officePath, farmPath } = clip
  const row = {
    id: newId(),
    clipId,
    officePath,
    farmPath,
    tokenHash: newId(),
    forWhom: clip.name,
    expiresAt: new Date(Date.now() + 86_400_000),
  }
  await store.scoped(SYSTEM).insert(clipLink).values(row)
  return row
}

/** The last minute, as a call about a recording asks for it. */
export const filmedDay = (now = Date.now()) => ({
  fromAt: new Date(now - 60_000).toISOString(),
  toAt: new Date(now - 1_000).toISOString(),
})
