import { z } from 'zod'
import { get, Id, post, unsaid } from '../endpoint.ts'
import { READING_BYTES } from '../limits.ts'
import { line } from '../line.ts'
import { text } from '../text.ts'
import { Job } from './jobs.ts'

/** Readings of another system that were brought into the history of a house. */
export const ReadingImport = z.object({
  id: Id,
  houseId: Id,
  houseName: z.string(),
  /** Name of the file. */
  source: z.string(),
  metrics: z.array(z.string()),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  /** Moments, and values. */
  reports: z.number().int(),
  readings: z.number().int(),
  /** Quarter hours in which what the house's controller sent later stands instead. */
  replaced: z.number().int(),
  by: unsaid(z.string()),
  createdAt: z.iso.datetime(),
  /** Null while its readings stand. */
  takenBackAt: z.iso.datetime().nullable(),
  takenBackBy: unsaid(z.string()).nullable(),
})
export type ReadingImport = z.infer<typeof ReadingImport>

const path = '/admin/auth/house-readings'

export const houseReadings = {
  /** Of a house, newest first; those that were taken back too. */
  list: get(path, 'chicken_home_manage:query', {
    query: z.object({ houseId: Id }),
    returns: z.array(ReadingImport),
  }),
  /** A workbook or text file of any layout. It is checked as a job; nothing is written before that is confirmed. */
  upload: post(`${path}/upload`, 'chicken_home_manage:import', {
    /** Name of the file; and the house of readings that name none. */
    query: z.object({ name: line(200).min(1), houseId: Id.optional() }),
    body: z.custom<Uint8Array>(value => value instanceof Uint8Array),
    takes: 'application/octet-stream',
    takesUpTo: READING_BYTES,
    returns: Job,
    says: text('从“{source}”导入其他系统的读数', 'Imported readings of another system from {source}'),
  }),
  /** As if it had never been imported. */
  takeBack: post(`${path}/:id/take-back`, 'chicken_home_manage:import', {
    returns: ReadingImport,
    says: text(
      '撤回“{source}”导入到 {houseName} 的读数',
      'Took back the readings of {houseName} imported from {source}',
    ),
  }),
}
