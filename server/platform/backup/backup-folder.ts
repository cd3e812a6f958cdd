import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

export const MANIFEST = 'manifest.json'
export const SECRET = 'app-secret'
export const DATABASE_ARCHIVE = 'base.tar.zst'
export const FILES_ARCHIVE = 'files.tar.zst'
/** Suffix of a backup that is still being written. */
const PARTIAL = '.partial'

/** What a backup says about itself. Written last: without it a folder is no backup. */
const Manifest = z.object({
  format: z.literal(1),
  /** The database is restored as it was at the end of its copy; files and the rest were copied after that. */
  beganAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  /** Version of Smart Farm, and the last migration it knew. */
  version: z.string(),
  schema: z.string(),
  postgres: z.string(),
  files: z.array(z.object({ name: z.string().regex(/^[\w.-]+$/), bytes: z.int(), sha256: z.hex() })),
})
export type Manifest = z.infer<typeof Manifest>

export interface Backup {
  /** Name of its folder. */
  name: string
  manifest: Manifest
  bytes: number
}

/** `smart-farm-20261123T020000Z`: sorting by name sorts by time. */
export const nameAt = (at: Date): string => `smart-farm-${at.toISOString().replace(/[-:]|\.\d+/g, '')}`
const isName = (name: string) => /^smart-farm-\d{8}T\d{6}Z$/.test(name)
export const partialOf = (name: string): string => `${name}${PARTIAL}`

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(error => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.sort()
}

/** Unfinished backups; left over if no backup is running now. */
export const leftovers = async (folder: string): Promise<string[]> =>
  (await namesIn(folder)).filter(name => name.endsWith(PARTIAL) && isName(name.slice(0, -PARTIAL.length)))

/** Removes them; answers their names. */
export async function clearLeftovers(folder: string): Promise<string[]> {
  const left = await leftovers(folder)
  for (const name of left) await rm(join(folder, name), { recursive: true, force: true })
  return left
}

/** The complete backups of a folder, newest first: every listed file is there in full size. Throws if it cannot be read. */
export async function backupsIn(folder: string): Promise<Backup[]> {
  const found = []
  for (const name of (await namesIn(folder)).filter(isName).reverse()) {
    const manifest = await readManifest(join(folder, name))
    if (manifest && (await wrongSizes(join(folder, name), manifest)).length === 0)
      found.push({ name, manifest, bytes: manifest.files.reduce((sum, { bytes }) => sum + bytes, 0) })
  }
  return found
}

/** Undefined if there is no readable one. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  try {
    return Manifest.safeParse(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8'))).data
  } catch {
    return undefined
  }
}

async function wrongSizes(folder: string, { files }: Manifest): Promise<string[]> {
  const wrong = []
  for (const { name, bytes } of files) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (!found) wrong.push(`${name} is missing`)
    else if (found.size !== bytes) wrong.push(`${name} has ${found.size} bytes instead of ${bytes}`)
  }
  return wrong
}

/** Reads every byte of a backup and answers what is wrong with it; empty if it is intact. */
export async function faultsOf(folder: string, manifest: Manifest): Promise<string[]> {
  const wrong = await wrongSizes(folder, manifest)
  if (wrong.length > 0) return wrong
  for (const { name, sha256 } of manifest.files) {
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(join(folder, name))) hash.update(chunk)
    if (hash.digest('hex') !== sha256) wrong.push(`${name} is not what was written (its checksum differs)`)
  }
  return wrong
}

/** Removes all complete backups but the newest `kept`. */
export async function keepNewest(folder: string, kept: number): Promise<void> {
  for (const { name } of (await backupsIn(folder)).slice(kept))
    await rm(join(folder, name), { recursive: true, force: true })
}

/** Makes new and renamed files in a folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using handle = await open(folder)
  await handle.sync()
}
