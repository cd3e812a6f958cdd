import { z } from 'zod'
import type { Services } from '../platform/services.ts'

/** As the database tells of an entry in the timeline of a record (`tell_record`). */
const Told = z.object({
  module: z.string(),
  id: z.string(),
  path: z.string(),
  farmPath: z.string().nullable(),
  carePath: z.string().nullable(),
})

/** Emits what people do with records, in whatever process. What is missed while the database is away is read later. */
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
