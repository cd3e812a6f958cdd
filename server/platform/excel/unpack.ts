import type { Readable } from 'node:stream'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'

/** A workbook has a few dozen parts. */
const PARTS_MAX = 1_000
/** What all parts together may unpack to: 20,000 rows of 40 filled columns stay far below. Bytes */
const UNPACKED_MAX = 100 * 1024 * 1024

/** The file is no workbook that can be read here. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
  readonly reason: 'notExcel' | 'tooLarge' | 'tooManyRows' | 'cellTooLong'
  constructor(reason: UnreadableFile['reason'], cause?: unknown) {
    super(`The file cannot be read: ${reason}`, { cause })
    this.reason = reason
  }
}

export interface Parts {
  /** Bytes of a part as they are unpacked; undefined when there is none of that name. */
  open(name: string): Promise<Readable> | undefined
}

/**
 * The parts of a workbook. What it would unpack to is added up first, and a part that turns out larger than it says is
 * cut off, so that a small file cannot become a large one. Throws UnreadableFile.
 */
export async function unpack(file: Buffer): Promise<Parts> {
  const zip = await openZip(file)
  const entries = new Map<string, Entry>()
  let size = 0
  try {
    for await (const entry of zip.eachEntry()) {
      size += entry.uncompressedSize
      if (entries.size >= PARTS_MAX || size > UNPACKED_MAX) throw new UnreadableFile('tooLarge')
      // Names in a workbook are compared without regard to case.
      entries.set(entry.fileName.toLowerCase(), entry)
    }
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile('notExcel', error)
  }
  return {
    open: name => {
      const entry = entries.get(name.toLowerCase())
      return entry && zip.openReadStreamPromise(entry)
    },
  }
}

const openZip = (file: Buffer): Promise<ZipFile> =>
  fromBufferPromise(file, { lazyEntries: true, autoClose: false }).catch(error => {
    throw new UnreadableFile('notExcel', error)
  })
