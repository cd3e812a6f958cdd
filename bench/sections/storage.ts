import type pg from 'pg'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'

const GOAL = { atMost: 5.2 }
/** A second table is filled as the first one was: this many controllers side by side, so many reports of each. */
const CONTROLLERS = 200
const REPORTS = 500
const WIDE = 100

/** What a value takes on disk, key included: of the reports stored so far (after `ingest`), and of wider ones. */
export async function storage({ database, say }: Bench): Promise<Figure[]> {
  say('storage: bytes per value')
  const { rows } = await database.pool.query<Held>(`
    select sum(pg_relation_size(c.oid)) as rows, sum(pg_indexes_size(c.oid)) as keys,
      (select sum(cardinality("values") + coalesce(cardinality(exact), 0)) from report) as held
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'report'::regclass`)
  return [
    ...figures('80 metrics a report', rows[0]),
    ...figures(`${WIDE} metrics a report`, await wider(database.pool)),
  ]
}

interface Held {
  rows: string
  keys: string
  held: string
}

async function wider(pool: pg.Pool): Promise<Held | undefined> {
  await pool.query('create table bench_wide (like report including all)')
  try {
    for (let report = 0; report < REPORTS; report++)
      await pool.query(
        `insert into bench_wide (device, at, layout, "values")
         select d, now() + make_interval(secs => 30 * $1), 1, array(select random()::real from generate_series(1, $2::int))
         from generate_series(1, $3::int) d`,
        [report, WIDE, CONTROLLERS],
      )
    const { rows } = await pool.query<Held>(
      `select pg_relation_size('bench_wide') as rows, pg_indexes_size('bench_wide') as keys, $1::int as held`,
      [REPORTS * CONTROLLERS * WIDE],
    )
    return rows[0]
  } finally {
    await pool.query('drop table bench_wide')
  }
}

function figures(what: string, { rows, keys, held }: Held = { rows: '', keys: '', held: '0' }): Figure[] {
  const figure = (part: string, bytes: number): Figure => ({
    section: 'storage',
    name: `${what}, ${part}`,
    value: bytes / Number(held),
    unit: 'bytes/value',
  })
  return [
    figure('rows', Number(rows)),
    figure('key', Number(keys)),
    { ...figure('on disk in all', Number(rows) + Number(keys)), goal: GOAL },
  ]
}
