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
