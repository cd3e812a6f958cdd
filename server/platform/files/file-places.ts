import type { Readable } from 'node:stream'

/** Where the bytes of files lie, by key. */
export interface FileStore {
  /** Takes over a finished file of this machine; what lay under the key is replaced. */
  take(key: string, path: string): Promise<void>
  write(key: string, bytes: Uint8Array): Promise<void>
  /** The bytes, or a part of them; undefined where there are none. */
  read(key: string, part?: Part): Promise<Readable | undefined>
  /** Takes it away, where it is there. */
  remove(key: string): Promise<void>
  /** Everything that lies there, and since when, ms. */
  list(): AsyncIterable<Kept>
}
/** Bytes of a file, counted from 0, both of them in it. */
export interface Part {
  from: number
  to: number
}
export interface Kept {
  key: string
  at: number
  /** From where it was found. */
  remove(): Promise<void>
}

/** A bucket of a store that speaks S3, whoever runs it. */
export interface Bucket {
  readonly endpoint: string
  readonly region: string
  readonly name: string
  readonly accessKey: string
  readonly secretKey: string
}
