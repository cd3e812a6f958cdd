import { appendFile, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { RECORDING_FREE, RING } from '#shared/limits.ts'
import { type ReadDisk, readDisk } from '../../platform/disk.ts'
import type { MediaViewer } from '../media-types.ts'

/** A new file begins with the first key frame after so long: what is deleted, and what a clip reads, is made of them. ms */
const SEGMENT_MS = 10_000
/** Pictures are written together. Bytes, ms */
const WRITE_BYTES = 256 * 1024
const WRITE_MS = 1_000
/** Between looks at the disk. ms */
const LOOK_MS = 5_000
const NAME = /^(\d{13})\.mp4$/

/** A stretch of a channel's recording in a file of its own; ms since 1970. */
export interface Segment {
  path: string
  from: number
  /** When its last picture was written. */
  to: number
  bytes: number
}

/** Why nothing is recorded although it should be. */
type RingStop = 'diskFull' | 'failed'

const folderOf = (folder: string, channelId: string) => join(folder, 'ring', encodeURIComponent(channelId))

/** The stretches of a channel, the oldest first. */
export async function segmentsOf(folder: string, channelId: string): Promise<Segment[]> {
  const of = folderOf(folder, channelId)
  const names = (await readdir(of).catch(() => [])).filter(name => NAME.test(name)).sort()
  const found = await Promise.all(
    names.map(async name => {
      const path = join(of, name)
      const { size, mtimeMs } = (await stat(path).catch(() => undefined)) ?? { size: 0, mtimeMs: 0 }
      return { path, from: Number(NAME.exec(name)?.[1]), to: mtimeMs, bytes: size }
    }),
  )
  return found.filter(({ bytes }) => bytes > 0)
}

/** Deletes all that is recorded of a channel. */
export const forgetSegments = (folder: string, channelId: string): Promise<void> =>
  rm(folderOf(folder, channelId), { recursive: true, force: true })

interface Writing {
  path: string
  from: number
  waiting: Uint8Array[]
  waitingBytes: number
  writtenAt: number
}

interface RingOptions {
  folder: string
  minutes?: number
  bytes?: number
  disk?: ReadDisk
  now?: () => number
  onError?: (error: unknown) => void
}

/**
 * The last minutes of each recorded channel, as fragments in files of ten seconds, over all restarts. The oldest stretch of
 * any channel goes first once all together are too large. A full disk, or one that refuses, stops recording and nothing else.
 */
export class Ring {
  readonly folder: string
  readonly #minutes: number
  readonly #bytes: number
  readonly #disk: ReadDisk
  readonly #now: () => number
  readonly #onError: (error: unknown) => void
  #written: Promise<void> = Promise.resolve()
  #queued = 0
  #lookedAt = 0
  #stopped: RingStop | null = null
  #used = { bytes: 0, channels: 0 }

  constructor({ folder, minutes = RING.minutes, bytes = RING.bytes, disk, now, onError }: RingOptions) {
    this.folder = folder
    this.#minutes = minutes
    this.#bytes = bytes
    this.#disk = disk ?? readDisk
    this.#now = now ?? Date.now
    this.#onError = onError ?? (() => {})
  }

  /** What all rings hold as of the last trim, and why nothing is recorded if so. */
  get state(): { bytes: number; channels: number; limit: number; stopped: RingStop | null } {
    return { ...this.#used, limit: this.#bytes, stopped: this.#stopped }
  }

  /** Everything handed over so far is in its file. */
  flushed(): Promise<void> {
    return this.#written
  }

  /** A viewer that writes what it is shown. `failed` of the viewer is told on to `onEnd`. */
  writer(channelId: string, onEnd: () => void): MediaViewer & { close(): void } {
    let beginning: Uint8Array | undefined
    let writing: Writing | undefined
    const close = () => {
      if (writing) this.#write(writing)
      writing = undefined
    }
    const begin = (at: number): Writing => {
      const path = join(folderOf(this.folder, channelId), `${String(at).padStart(13, '0')}.mp4`)
      return { path, from: at, waiting: [], waitingBytes: 0, writtenAt: at }
    }
    const keep = (into: Writing, data: Uint8Array) => {
      into.waiting.push(data)
      into.waitingBytes += data.length
    }
    return {
      init({ segment }) {
        close()
        beginning = segment
      },
      fragment: (data, isKey) => {
        if (this.#stopped) return close()
        const now = this.#now()
        if (isKey && beginning && (!writing || now - writing.from >= SEGMENT_MS)) {
          close()
          writing = begin(now)
          keep(writing, beginning)
        }
        if (!writing) return
        keep(writing, data)
        if (writing.waitingBytes >= WRITE_BYTES || now - writing.writtenAt >= WRITE_MS) this.#write(writing)
      },
      failed() {
        close()
        onEnd()
      },
      // A disk that is slow for a while is a viewer that is slow for a while.
      backlog: () => this.#queued,
      close,
    }
  }

  #write(writing: Writing): void {
    const { path, waiting, waitingBytes } = writing
    if (waitingBytes === 0) return
    writing.waiting = []
    writing.waitingBytes = 0
    writing.writtenAt = this.#now()
    this.#queued += waitingBytes
    this.#written = this.#written.then(async () => {
      try {
        if (this.#stopped) return
        await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
        await appendFile(path, Buffer.concat(waiting, waitingBytes), { mode: 0o600 })
      } catch (error) {
        this.#stopped = (error as NodeJS.ErrnoException).code === 'ENOSPC' ? 'diskFull' : 'failed'
        this.#onError(error)
      } finally {
        this.#queued -= waitingBytes
      }
    })
  }

  /** Deletes what is too old or too much, and looks whether the disk has room. `kept`: channels that are still recorded. */
  async trim(): Promise<void> {
    const now = this.#now()
    const oldest = now - this.#minutes * 60_000
    const channels = await readdir(join(this.folder, 'ring')).catch(() => [])
    const all: Segment[] = []
    let count = 0
    for (const channel of channels) {
      const segments = await segmentsOf(this.folder, decodeURIComponent(channel))
      const kept = segments.filter(({ to }) => to >= oldest)
      await removeAll(segments.filter(({ to }) => to < oldest))
      if (kept.length > 0) count += 1
      else await rm(join(this.folder, 'ring', channel), { recursive: true, force: true })
      all.push(...kept)
    }
    all.sort((a, b) => a.from - b.from)
    let bytes = all.reduce((sum, each) => sum + each.bytes, 0)
    const tooMuch = all.filter(({ bytes: size }) => {
      if (bytes <= this.#bytes) return false
      bytes -= size
      return true
    })
    await removeAll(tooMuch)
    this.#used = { bytes, channels: count }
    await this.#look(now)
  }

  /** Deletes all of a channel: it is recorded no more. */
  async forget(channelId: string): Promise<void> {
    await this.#written
    await forgetSegments(this.folder, channelId)
  }

  async #look(now: number): Promise<void> {
    if (now - this.#lookedAt < LOOK_MS) return
    this.#lookedAt = now
    await mkdir(this.folder, { recursive: true, mode: 0o700 }).catch(() => {})
    const disk = await this.#disk(this.folder)
    const least = this.#stopped ? RECORDING_FREE * 1.5 : RECORDING_FREE
    if (disk && disk.free < least) this.#stopped = 'diskFull'
    else this.#stopped = null
  }
}

const removeAll = (segments: readonly Segment[]) =>
  Promise.all(segments.map(({ path }) => rm(path, { force: true })))
