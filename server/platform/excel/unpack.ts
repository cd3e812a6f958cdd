import type { Readable } from 'node:stream'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'

/** A normal workbook has a few dozen parts. */
const PARTS_MAX = 1_000
/** Limit for all unpacked parts together; 20,000 rows of 40 filled columns stay far below. Bytes */
const UNPACKED_MAX = 100 * 1024 * 1024

/** The file is not a workbook that can be read here. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
  readonly reason: 'notExcel' | 'tooLarge' | 'tooManyRows' | 'cellTooLong'
  constructor(reason: UnreadableFile['reason'], cause?: unknown) {
    super(`The file cannot be read: ${reason}`, { cause })
    this.reason = reason
  }
}

export interface Parts {
  /** A part's bytes, unpacked as they are read; undefined if there is no part of that name. */
  open(name: string): Promise<Readable> | undefined
}

/**
 * The parts of a workbook. Their declared unpacked sizes are added up first, and a part that turns out larger than
 * declared is cut off, so that a small file cannot become a large one. Throws UnreadableFile.
 */
export async function unpack(file: Buffer): Promise<Parts> {
  const zip = await openZip(file)
  const entries = new Map<string, Entry>()
  let size = 0
  try {
    for await (const entry of zip.eachEntry()) {
      size += entry.uncompressedSize
      if (entries.size >= PARTS_MAX || size > UNPACKED_MAX) throw new UnreadableFile('tooLarge')
      // Part names in a workbook are case-insensitive.
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
