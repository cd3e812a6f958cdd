import type pg from 'pg'
import { analysis } from '#shared/contracts/analysis.ts'
import type { Grant } from '#shared/permissions.ts'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { openCaller, repeat } from '../http.ts'
import { registerMany } from '../many.ts'
import { staffOf } from './screens.ts'

const YEARS = 5
/** Number of different keys counted per kind and day. */
const keysOf = {
  customer: 3,
  device: 2,
  alarm: 40,
  cause: 15,
  question: 30,
  repair: 30,
  inquiry: 30,
  order: 5,
  amount: 2,
  good: 60,
  article: 6,
  screen: 100,
}
const cards = ['customers', 'devices', 'alarms', 'questions', 'orders', 'articles', 'screens'] as const

/** The analysis of 100,000 customers over five years, from the daily counts that its job keeps. */
export async function lookingBack(bench: Bench): Promise<Figure[]> {
  const { server, database, quick, say } = bench
  await registerMany(bench)
  say(`analysis: counting ${YEARS} years`)
  await addCounts(database.pool)
  const grants = [...new Set(['dashboard_analysis:query', ...cards.flatMap(name => analysis[name].access)])]
  const all = openCaller((await staffOf(database.pool, grants as Grant[])).token)
  const ofOne = openCaller((await staffOf(database.pool, grants as Grant[], 'department-1')).token)
  const times = { concurrency: 1, warmUpMs: 500, ms: quick ? 1_000 : 3_000 }
  const ago = (years: number) => {
    const day = new Date()
    day.setUTCFullYear(day.getUTCFullYear() - years)
    return day.toISOString().slice(0, 10)
  }
  const timed = async (by: typeof all, name: (typeof cards)[number], query: string) => {
    const { took } = await repeat(() => by.get(`${server.url}/api${analysis[name].path}?${query}`), times)
    return { name, p50: took.at(0.5), p95: took.at(0.95) }
  }
  /** The slowest of the cards. */
  const slowest = async (said: string, by: typeof all, query: string): Promise<Figure[]> => {
    const each: Awaited<ReturnType<typeof timed>>[] = []
    for (const name of cards) each.push(await timed(by, name, query))
    return (['p50', 'p95'] as const).map(part => {
      const worst = each.reduce((one, other) => (one[part] >= other[part] ? one : other))
      return {
        section: 'analysis',
        name: `${said}: ${worst.name}, ${part}`,
        value: worst[part],
        unit: 'ms',
        goal: { atMost: 100 },
      }
    })
  }
  try {
    return [
      ...(await slowest('90 days', all, 'days=90')),
      ...(await slowest('a year', all, 'days=365')),
      ...(await slowest('half of five years', all, `from=${ago(2)}&to=${ago(0)}`)),
      ...(await slowest('a year of one department', ofOne, 'days=365')),
    ]
  } finally {
    all.close()
    ofOne.close()
  }
}

/** What the job would have counted, for all customers and for one department. */
async function addCounts(pool: pg.Pool): Promise<void> {
  await pool.query(
    `select add_to_analysis(each.what, array_agg(row(each.path, each.is_whole, each.day, each.key, each.n, each.amount)::analysis_day))
     from (
       select p.path, p.is_whole, k.what, d.day::date, name.key,
         1 + (extract(doy from d.day)::int * i) % 97 as n, case k.what when 'amount' then 1234.56 else 0 end as amount
       from jsonb_each_text($1) k (what, keys), generate_series(1, k.keys::int) i, lateral (select
           case k.what when 'amount' then (array['CNY', 'USD'])[i] when 'question' then i::text when 'repair' then i::text
             when 'inquiry' then i::text when 'customer' then (array['new', 'lost', 'converted'])[i]
             when 'device' then (array['known', 'online'])[i] when 'screen' then '1 /screen/' || i else 'key-' || i end
         ) name (key),
         generate_series(now() - make_interval(years => $2), now() - interval '1 day', '1 day') d (day),
         (values ('1.', true), ((select path from office where id = 'department-1'), false)) p (path, is_whole)
     ) each
     group by each.what, date_trunc('month', each.day)`,
    [JSON.stringify(keysOf), YEARS],
  )
  await pool.query('vacuum analyze analysis_month')
}
