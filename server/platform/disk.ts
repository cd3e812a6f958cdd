import { statfs } from 'node:fs/promises'

/** The disk under a folder; bytes. */
export interface Disk {
  free: number
  total: number
}

/** Reads how much of the disk under a folder is free; null if it cannot be read. */
export type ReadDisk = (folder: string) => Promise<Disk | null>

export const readDisk: ReadDisk = folder =>
  statfs(folder).then(
    ({ bavail, blocks, bsize }) => ({ free: bavail * bsize, total: blocks * bsize }),
    () => null,
  )

/** With less free than this share of the disk, only what devices send and what safety needs is stored. */
const FULL_SHARE = 0.02
/** A look at the disk counts for this long. ms */
const FRESH_MS = 5_000
const looked = new WeakMap<object, { read: ReadDisk; at: number; full: Promise<boolean> }>()

/** Whether the disk of the data folder is so full that readings and alarms need all that is left. */
export function isDiskFull(parts: { config: { dataDir: string }; readDisk?: ReadDisk }): Promise<boolean> {
  const { config, readDisk: read = readDisk } = parts
  const last = looked.get(parts)
  if (last?.read === read && performance.now() - last.at < FRESH_MS) return last.full
  const full = read(config.dataDir).then(disk => disk !== null && disk.free < disk.total * FULL_SHARE)
  looked.set(parts, { read, at: performance.now(), full })
  return full
}
