import type { Readable } from 'node:stream'

/** The store of files does not answer; the call may be retried. Its reason is in the log. */
export class FilesAway extends Error {
  override name = 'FilesAway'
  /** No cause of its own: a connection that fails is otherwise taken for the database's. */
  readonly reason: string
  constructor(reason: string) {
    super('The file store cannot be reached at the moment')
    this.reason = reason
  }
}

/** Where the bytes of files are stored, by key. */
export interface FileStore {
  /** Takes over a finished local file, replacing what was stored under the key. */
  take(key: string, path: string): Promise<void>
  write(key: string, bytes: Uint8Array): Promise<void>
  /** The bytes, or a part of them; undefined if there are none. */
  read(key: string, part?: Part): Promise<Readable | undefined>
  /** Removes it, if it exists. */
  remove(key: string): Promise<void>
  /** Fails unless the store answers. */
  reach(): Promise<void>
  /** Everything stored, and since when, ms. */
  list(): AsyncIterable<Kept>
}
/** A range of bytes, counted from 0, both ends included. */
export interface Part {
  from: number
  to: number
}
export interface Kept {
  key: string
  at: number
  /** Removes it from where it was found. */
  remove(): Promise<void>
}

/** A bucket of any S3-compatible store. */
export interface Bucket {
  readonly endpoint: string
  readonly region: string
  readonly name: string
  readonly accessKey: string
  readonly secretKey: string
}
