import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/store.ts'
import { fullAt, growthADay, type Measured } from './growth.ts'

/** A disk that holds the data folder of a process; bytes, ms since 1970. */
export interface KnownDisk {
  host: string
  free: number
  total: number
  growthADay: number | null
  fullAt: number | null
}

interface Row extends Record<string, unknown> {
  host: string
  /** ms since 1970 */
  at: number
  used: number
  total: number
}

/** The disks of all hosts with their growth, by the last measurement of each hour. */
export async function disksOf(db: Db, now: number): Promise<KnownDisk[]> {
  const { rows } = await db.execute<Row>(sql`
    select distinct on (p.host, date_trunc('hour', m.at)) p.host, (extract(epoch from m.at) * 1000)::float8 as at,
      (m.disk_total - m.disk_free)::float8 as used, m.disk_total::float8 as total
    from system_minute m join system_process p on p.id = m.process_id
    where m.disk_free is not null
    order by p.host, date_trunc('hour', m.at), m.at desc`)
  return [...Map.groupBy(rows, ({ host }) => host)].flatMap(([host, ofHost]) => {
    const last = ofHost.at(-1)
    if (!last) return []
    const growth = growthADay(ofHost.map(({ at, used }): Measured => ({ at, bytes: used })))
    const free = last.total - last.used
    return [{ host, free, total: last.total, growthADay: growth, fullAt: fullAt(now, free, growth) }]
  })
}
