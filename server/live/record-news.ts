import { z } from 'zod'
import type { Services } from '../platform/services.ts'

/** The database's notification of an entry in a record's timeline (`tell_record`). */
const Told = z.object({
  module: z.string(),
  id: z.string(),
  path: z.string(),
  farmPath: z.string().nullable(),
  carePath: z.string().nullable(),
})

/** Emits what people do with records, in any process. Screens reread what is missed while the database is away. */
export const listenToRecords = (
  { store, events }: Pick<Services, 'store' | 'events'>,
  onError: (error: unknown) => void,
) =>
  store.listen('record', {
    heard(payload) {
      try {
        const { module, id, ...place } = Told.parse(JSON.parse(payload))
        events.emit('record', { module, id, place })
      } catch (error) {
        onError(error)
      }
    },
    began() {},
  })
