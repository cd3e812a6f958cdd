import { copyFile, link, mkdir, open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { filesFolder } from './stored-files.ts'

/** Where the bytes of files lie, by key. A store outside this machine is another one of these. */
export interface FileStore {
  /** Takes over a finished file of this machine; what lay under the key is replaced. */
  take(key: string, path: string): Promise<void>
  write(key: string, bytes: Uint8Array): Promise<void>
  /** The bytes from their beginning; undefined where there are none. */
  read(key: string): Promise<Readable | undefined>
}

/** Key of the small picture that stands for a file; it goes with it. */
export const smallKey = (id: string): string => `${id}.small`
/** The file that a key is of. */
export const fileOf = (key: string): string => key.replace(/\.small$/, '')

/** Files in the data folder. */
export function localStore(dataDir: string): FileStore {
  const folder = filesFolder(dataDir)
  const placeOf = (key: string) => join(folder, key)
  const cleared = async (key: string) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await rm(placeOf(key), { force: true })
    return placeOf(key)
  }
  return {
    async take(key, path) {
      const place = await cleared(key)
      // The same bytes under a second name, where the disk can do that.
      await link(path, place).catch(() => copyFile(path, place))
    },
    write: async (key, bytes) => writeFile(await cleared(key), bytes, { mode: 0o600 }),
    async read(key) {
      const handle = await open(placeOf(key)).catch(() => undefined)
      return handle?.createReadStream()
    },
  }
}
