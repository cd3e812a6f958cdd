import {
  closeSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import type { z } from 'zod'
import type { Disk } from './disk.ts'

/** A small file of the gateway alone that is always whole: before or after a change, also when the power fails. */
export interface Keeper<T> {
  /** what stood in it when it was opened */
  readonly value: T
  /** True when it is on the disk; false where the disk does not take it now and it is tried again. */
  save(value: T): boolean
}

const OWNER_ONLY = 0o600

/** Opens a file; one that cannot be read is put aside. A disk that does not take what is saved is an error. */
export function keeper<T>(
  path: string,
  schema: z.ZodType<T>,
  first: T,
  say: (text: string) => void,
): Keeper<T> {
  mkdirSync(dirname(path), { recursive: true })
  return {
    value: read(path, schema, first, say),
    save(value) {
      replace(path, value)
      return true
    },
  }
}

/** The same for a gateway at work, which goes on without its disk. */
export function patientKeeper<T>(
  path: string,
  schema: z.ZodType<T>,
  first: T,
  { disk, say }: { disk: Disk; say: (text: string) => void },
): Keeper<T> {
  let value = first
  disk.attempt(path, () => {
    value = read(path, schema, first, say)
  })
  return { value, save: next => disk.insist(path, () => replace(path, next)) }
}

function replace(path: string, value: unknown): void {
  const next = `${path}.next`
  const file = openSync(next, 'w', OWNER_ONLY)
  try {
    // One that a kill left behind keeps its mode.
    fchmodSync(file, OWNER_ONLY)
    writeFileSync(file, JSON.stringify(value))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(next, path)
  syncFolder(dirname(path))
}

function read<T>(path: string, schema: z.ZodType<T>, first: T, say: (text: string) => void): T {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return first
    throw error
  }
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    renameSync(path, `${path}.broken`)
    say(`${path} could not be read; it is kept as ${path}.broken, and a new one is begun`)
    return first
  }
}

/** The name of a file is on the disk only with its folder. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
