import { open, readFile, rename, rm } from 'node:fs/promises'
import { TICKS } from '../fragments.ts'
import { type MovieSample, movieHead } from './movie.ts'
import { beginningOf, type ReadSample, samplesOf } from './read-movie.ts'
import { type Segment, segmentsOf } from './ring.ts'

interface Stretch {
  path: string
  beginning: Buffer
  samples: (ReadSample & { shownAt: number })[]
}

/** The pictures of a stretch, each with its moment (ms since 1970). */
async function stretchOf({ path, from, to }: Segment): Promise<Stretch | undefined> {
  const bytes = await readFile(path).catch(() => undefined)
  const end = bytes && beginningOf(bytes)
  if (!bytes || end === undefined) return undefined
  const samples = samplesOf(bytes, end)
  const first = samples[0]?.decodeTime ?? 0
  const length = (((samples.at(-1)?.decodeTime ?? 0) - first) / TICKS) * 1_000
  // Pictures since the last key frame come all at once to whoever joins: none of them is younger than its file.
  const start = Math.min(from, to - length)
  return {
    path,
    // A copy: the rest of the file is let go.
    beginning: Buffer.from(bytes.subarray(0, end)),
    samples: samples.map(each => ({ ...each, shownAt: start + ((each.decodeTime - first) / TICKS) * 1_000 })),
  }
}

/** What a clip is made of, and what it shows in the end; ms since 1970. */
interface Clip {
  folder: string
  channelId: string
  from: number
  to: number
  /** Its pictures are those of the camera at this moment, if it changed them meanwhile. */
  about: number
  path: string
}

/** Length of the last picture, of which nobody knows when the next would have come. Ticks */
const LAST = TICKS / 25

/**
 * Writes a stretch of a channel's ring as an MP4 file of its own, from the key frame before `from` on. Nothing is decoded: the
 * pictures are the camera's. Undefined if nothing was recorded then.
 */
export async function cutClip(clip: Clip): Promise<{ from: number; to: number; bytes: number } | undefined> {
  const { folder, channelId, from, to, about, path } = clip
  const all = await segmentsOf(folder, channelId)
  const next = (i: number) => all[i + 1]?.from ?? Number.POSITIVE_INFINITY
  const wanted = all.filter(
    (each, i) => each.from < to && Math.max(each.to, next(i)) > from && each.to >= from,
  )
  const stretches: Stretch[] = []
  for (const each of wanted) {
    const stretch = await stretchOf(each)
    if (stretch) stretches.push(stretch)
  }
  const model = nearest(stretches, about)
  if (!model) return undefined
  const same = stretches.filter(({ beginning }) => beginning.equals(model.beginning))
  const chosen = chosenOf(same, from, to)
  const first = chosen[0]
  const last = chosen.at(-1)
  if (!first || !last) return undefined
  const samples = chosen.map((each, i): MovieSample => {
    const following = chosen[i + 1]
    const duration = following ? Math.round(((following.shownAt - each.shownAt) * TICKS) / 1_000) : LAST
    return { size: each.size, isKey: each.isKey, showAfter: each.showAfter, duration: Math.max(1, duration) }
  })
  const bytes = await writeMovie(path, movieHead(model.beginning, samples), chosen)
  return { from: first.shownAt, to: last.shownAt, bytes }
}

const distance = ({ samples }: Stretch, at: number) =>
  Math.min(...[samples[0], samples.at(-1)].map(each => Math.abs((each?.shownAt ?? 0) - at)))

/** The stretch that has a moment, or the nearest to it. */
const nearest = (stretches: readonly Stretch[], at: number): Stretch | undefined =>
  stretches
    .filter(({ samples }) => samples.length > 0)
    .toSorted((a, b) => distance(a, at) - distance(b, at))
    .at(0)

type Chosen = Stretch['samples'][number] & { path: string }

/** The pictures from the last key frame at or before `from` on, before `to`. */
function chosenOf(stretches: readonly Stretch[], from: number, to: number): Chosen[] {
  const all = stretches.flatMap(({ path, samples }) => samples.map(each => ({ ...each, path })))
  const before = all.findLastIndex(({ isKey, shownAt }) => isKey && shownAt <= from)
  const start = before === -1 ? all.findIndex(({ isKey }) => isKey) : before
  return start === -1 ? [] : all.slice(start).filter(({ shownAt }) => shownAt < to)
}

/** Writes the file beside its place first, so that what stands there is whole. Bytes written. */
async function writeMovie(path: string, head: Buffer, chosen: readonly Chosen[]): Promise<number> {
  const draft = `${path}.part`
  const file = await open(draft, 'w', 0o600)
  let bytes = head.length
  try {
    await file.write(head)
    for (const [from, samples] of Map.groupBy(chosen, ({ path }) => path)) {
      const source = await readFile(from)
      const pictures = Buffer.concat(samples.map(({ at, size }) => source.subarray(at, at + size)))
      await file.write(pictures)
      bytes += pictures.length
    }
  } catch (error) {
    await file.close()
    await rm(draft, { force: true })
    throw error
  }
  await file.close()
  await rename(draft, path)
  return bytes
}
