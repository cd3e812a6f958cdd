import { copyFile, link, mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { FileStore } from './file-places.ts'
import { s3Store } from './s3-store.ts'
import { filesFolder } from './stored-files.ts'

/** Key of a file's thumbnail, which is removed along with it. */
export const smallKey = (id: string): string => `${id}.small`
/** The file that a key belongs to. */
export const fileOf = (key: string): string => key.replace(/\.small$/, '')

/** Files in the data folder. */
function localStore(dataDir: string): FileStore {
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
      // A hard link to the same bytes, if the disk supports it.
      await link(path, place).catch(() => copyFile(path, place))
    },
    write: async (key, bytes) => writeFile(await cleared(key), bytes, { mode: 0o600 }),
    async read(key, part) {
      const handle = await open(placeOf(key)).catch(() => undefined)
      return handle?.createReadStream(part && { start: part.from, end: part.to })
    },
    remove: key => rm(placeOf(key), { force: true }),
    // What is wrong with the disk, the space on it tells.
    reach: async () => undefined,
    async *list() {
      for (const key of await readdir(folder).catch(() => [])) {
        const found = await stat(placeOf(key)).catch(() => undefined)
        if (found) yield { key, at: found.mtimeMs, remove: () => rm(placeOf(key), { force: true }) }
      }
    },
  }
}

/** New files go to the bucket; those stored in the data folder before there was one are read from there. */
function bucketOver(bucket: FileStore, before: FileStore): FileStore {
  return {
    take: (key, path) => bucket.take(key, path),
    write: (key, bytes) => bucket.write(key, bytes),
    // What lies here is served while the bucket is away.
    read: async (key, part) => (await before.read(key, part)) ?? bucket.read(key, part),
    reach: () => bucket.reach(),
    async remove(key) {
      await bucket.remove(key)
      await before.remove(key)
    },
    async *list() {
      yield* bucket.list()
      yield* before.list()
    },
  }
}

const stores = new WeakMap<object, FileStore>()

/** Where this deployment stores people's files: in the data folder or in a bucket. */
export function storeOf(config: Pick<Config, 'dataDir' | 'bucket'>): FileStore {
  const known = stores.get(config)
  if (known) return known
  const local = localStore(config.dataDir)
  const store = config.bucket ? bucketOver(s3Store(config.bucket), local) : local
  stores.set(config, store)
  return store
}

/** Removes files whose rows are gone, with their thumbnails; what cannot be removed now is swept later. */
export function removeFiles(config: Pick<Config, 'dataDir' | 'bucket'>, ids: readonly string[]): void {
  const store = storeOf(config)
  for (const key of ids.flatMap(id => [id, smallKey(id)])) void store.remove(key).catch(() => {})
}
