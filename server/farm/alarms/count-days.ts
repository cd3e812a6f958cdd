import type { Store } from '../../platform/database/store.ts'

/** Changes taken at once: their days are counted in a moment, so that reports and readers do not wait. */
const AT_ONCE = 50
/** Most batches in one go; what is left has its turn in the next. */
const BATCHES = 200

/** Counts the days whose alarms have changed. */
export async function countDays({ ingest }: Pick<Store, 'ingest'>): Promise<void> {
  for (let i = 0; i < BATCHES; i++) {
    const { rows } = await ingest.query<{ days: number }>('select count_alarm_days($1) as days', [AT_ONCE])
    if (!rows[0]?.days) return
  }
}
