import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

export const MANIFEST = 'manifest.json'
export const SECRET = 'app-secret'
export const DATABASE_ARCHIVE = 'base.tar.zst'
export const FILES_ARCHIVE = 'files.tar.zst'
/** While it is written a backup has this behind its name. */
const PARTIAL = '.partial'

/** What a backup says of itself. It is written last: a backup without it is none. */
const Manifest = z.object({
  format: z.literal(1),
  /** The database is restored as it was at the end of its copy; files and the rest were copied after that. */
  beganAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  /** Of Smart Farm, and the last migration it knew. */
  version: z.string(),
  schema: z.string(),
  postgres: z.string(),
  files: z.array(z.object({ name: z.string().regex(/^[\w.-]+$/), bytes: z.int(), sha256: z.hex() })),
})
export type Manifest = z.infer<typeof Manifest>

export interface Backup {
  /** Of its folder. */
  name: string
  manifest: Manifest
  bytes: number
}

/** `smart-farm-20261123T020000Z`: sorted by name is sorted by time. */
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

/** Backups that were not brought to an end; they are nobody's where no backup is being made. */
export const leftovers = async (folder: string): Promise<string[]> =>
  (await namesIn(folder)).filter(name => name.endsWith(PARTIAL) && isName(name.slice(0, -PARTIAL.length)))

/** Takes them away; answers their names. */
export async function clearLeftovers(folder: string): Promise<string[]> {
  const left = await leftovers(folder)
  for (const name of left) await rm(join(folder, name), { recursive: true, force: true })
  return left
}

/** The whole backups of a folder, the newest first: all that they list is there in its size. Throws where it cannot be read. */
export async function backupsIn(folder: string): Promise<Backup[]> {
  const found = []
  for (const name of (await namesIn(folder)).filter(isName).reverse()) {
    const manifest = await readManifest(join(folder, name))
    if (manifest && (await wrongSizes(join(folder, name), manifest)).length === 0)
      found.push({ name, manifest, bytes: manifest.files.reduce((sum, { bytes }) => sum + bytes, 0) })
  }
  return found
}

/** Undefined where there is none that can be read. */
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

/** What is wrong with a backup, every byte of it read; nothing where it is whole. */
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

/** Takes away all whole backups but the newest. */
export async function keepNewest(folder: string, kept: number): Promise<void> {
  for (const { name } of (await backupsIn(folder)).slice(kept))
    await rm(join(folder, name), { recursive: true, force: true })
}

/** What was renamed or made in a folder survives a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using handle = await open(folder)
  await handle.sync()
}
