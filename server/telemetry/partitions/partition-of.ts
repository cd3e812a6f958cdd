import { crc32 } from 'node:zlib'

/** Enough for eight processes to have about the same share each; a connection to the broker for each. */
export const PARTITIONS = 16

/** To which partition an edge node belongs, by its code; the same in every process and version. */
export const partitionOf = (code: string): number => crc32(code) % PARTITIONS
