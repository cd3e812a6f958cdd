import type pg from 'pg'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'

/** A week of reports every 30 s from this many controllers side by side. */
const CONTROLLERS = 20
const REPORTS = 20_160
/** Reports of all controllers that one statement stores. */
const STEP = 500

/**
 * Disk space per value, key included: for a week stored as it comes, all controllers in turn, and after its month is over
 * and housekeeping has rebuilt the key. Reports of 80 metrics cannot reach the goal: 21 rows of 384 bytes fill a page, and
 * 28 bytes of the key make it 5.23.
 */
export async function storage({ database, say }: Bench): Promise<Figure[]> {
  say('storage: bytes per value')
  return [
    ...figures('80 metrics a report', await week(database.pool, 80)),
    ...figures('100 metrics a report', await week(database.pool, 100), { atMost: 5.2 }),
  ]
}

interface Held {
  rows: number
  keys: number
  /** After the rebuild. */
  denseKeys: number
  values: number
}

async function week(pool: pg.Pool, metrics: number): Promise<Held> {
  const bytes = async (size: string) => {
    const { rows } = await pool.query<{ bytes: string }>(`select ${size}('bench_week') as bytes`)
    return Number(rows[0]?.bytes)
  }
  await pool.query('create table bench_week (like report including all)')
  try {
    for (let first = 0; first < REPORTS; first += STEP)
      await pool.query(
        `insert into bench_week (device, at, layout, "values")
         select d, '2026-01-01'::timestamptz + make_interval(secs => 30 * n), 1, array_fill(random()::real, array[$3::int])
         from generate_series($1::int, $2::int) n, generate_series(1, $4::int) d order by n, d`,
        [first, Math.min(first + STEP, REPORTS) - 1, metrics, CONTROLLERS],
      )
    const [rows, keys] = [await bytes('pg_relation_size'), await bytes('pg_indexes_size')]
    await pool.query('reindex table bench_week')
    const denseKeys = await bytes('pg_indexes_size')
    return { rows, keys, denseKeys, values: REPORTS * CONTROLLERS * metrics }
  } finally {
    await pool.query('drop table bench_week')
  }
}

function figures(what: string, { rows, keys, denseKeys, values }: Held, goal?: Figure['goal']): Figure[] {
  const figure = (part: string, bytes: number): Figure => ({
    section: 'storage',
    name: `${what}, ${part}`,
    value: bytes / values,
    unit: 'bytes/value',
  })
  return [
    figure('rows', rows),
    figure('key of the running month', keys),
    figure('key of a finished month', denseKeys),
    figure('all of the running month', rows + keys),
    { ...figure('all of a finished month', rows + denseKeys), ...(goal && { goal }) },
  ]
}
