import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { ordered } from '#server/features/orders/ordered.ts'
import { addPerson } from '#server/testing/person.ts'
import { mall as contract, goodFavourites } from '#shared/contracts/mall.ts'
import { orders } from '#shared/contracts/orders.ts'
import { CUSTOMER, STAFF } from '#shared/permissions.ts'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { median } from '../histogram.ts'
import { type Caller, openCaller, repeat, type Timing } from '../http.ts'
import type { NeighbourOrder, NeighbourResult } from '../neighbour.ts'
import { scopedPool } from '../scoped-pool.ts'
import { startWorker } from '../worker.ts'
import { staffOf } from './screens.ts'

const ORDERS = 100_000
const PAGE = { size: '20' }
/** Orders that one account keeps in flight, and the most times that another one's calls may take of what they took before. */
const AT_ONCE = 60
const MOST_TIMES = 1.5
const ROUNDS = 3

const figure = (name: string, value: number, unit: string, goal?: Figure['goal']): Figure => ({
  section: 'mall',
  name,
  value,
  unit,
  ...(goal && { goal }),
})

/** The list of 100,000 orders as staff page, sort and search it, and as one of the customers sees its own. */
export async function ordersOf(bench: Bench): Promise<Figure[]> {
  const { server, database, quick, say } = bench
  say('mall: orders')
  const { token } = await staffOf(database.pool, ['order_center:query'])
  const caller = openCaller(token)
  const pool = scopedPool(server.appUrl, '1.', '')
  const times = { concurrency: 1, warmUpMs: 1_000, ms: quick ? 2_000 : 5_000 }
  const timed = (query: Record<string, string>) =>
    repeat(() => caller.get(`${server.url}/api${orders.list.path}?${new URLSearchParams(query)}`), times)
  const p50 = (name: string, { took }: Timing, goal: number) =>
    figure(`orders, ${name}, p50`, took.at(0.5), 'ms', { atMost: goal })
  try {
    const statements = await statementsOf(pool)
    const raw = await repeat(async () => {
      for (const statement of statements) await pool.query(statement)
    }, times)
    const page = await timed(PAGE)
    const chips = `${server.url}/api${orders.counts.path}?by=standing`
    return [
      p50('a page of 100,000', page, 100),
      figure('orders, the same in raw SQL, p50', raw.took.at(0.5), 'ms'),
      figure('orders, page to raw SQL', page.rate / raw.rate, '', { atLeast: 0.6 }),
      p50('page 2,000', await timed({ ...PAGE, page: '2000' }), 100),
      p50('page 2,000 by number', await timed({ ...PAGE, page: '2000', sort: 'number' }), 100),
      p50('found by a consignee', await timed({ ...PAGE, search: 'consignee 4c4c' }), 100),
      p50('found by a number', await timed({ ...PAGE, search: 'SO-77777' }), 100),
      p50('numbers on the chips', await repeat(() => caller.get(chips), times), 100),
      ...(await ownOrders(bench)),
    ]
  } finally {
    caller.close()
    await pool.end()
  }
}

const grants = ['my_center:query', 'my_center:get', 'my_center:add', 'mall_goods_client_list:query'] as const

/** People of two customers, who may buy; the first of a customer with orders. */
async function buyersOf({ database: { pool } }: Bench): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; path: string }>(
    `select id, path from office where kind = 'customer' and deleted_at is null order by id limit 2`,
  )
  const people = rows.map(office => addPerson(drizzle(pool), { office, kind: CUSTOMER, grants }))
  return (await Promise.all(people)).map(({ token }) => token)
}

/** The list of one customer, which has its share of all orders. */
async function ownOrders(bench: Bench): Promise<Figure[]> {
  const { server, quick } = bench
  const [token = ''] = await buyersOf(bench)
  const caller = openCaller(token)
  const times = { concurrency: 1, warmUpMs: 1_000, ms: quick ? 2_000 : 5_000 }
  const timed = (query: Record<string, string>) =>
    repeat(() => caller.get(`${server.url}/api${orders.list.path}?${new URLSearchParams(query)}`), times)
  try {
    const { data } = JSON.parse(await caller.get(`${server.url}/api${orders.list.path}?size=20`))
    const p95 = async (name: string, query: Record<string, string>) =>
      figure(`own orders, ${name}, p95`, (await timed(query)).took.at(0.95), 'ms', { atMost: 100 })
    return [
      figure('orders of this customer', data.total, ''),
      await p95('first page', PAGE),
      await p95('last touched', { ...PAGE, sort: '-lastAt' }),
      await p95('in production', { ...PAGE, standing: 'production' }),
    ]
  } finally {
    caller.close()
  }
}

/** What another account notices of sixty orders at once for the same good, quiet and busy in turn. */
export async function burstOf(bench: Bench): Promise<Figure[]> {
  const { server, database, quick, say } = bench
  say(`mall: ${AT_ONCE} orders at once`)
  await database.pool.query(`update good set stock = 90000 where id = 'bench-good-1'`)
  const [token = '', other = ''] = await buyersOf(bench)
  const caller = openCaller(other)
  const worker = startWorker<NeighbourOrder, NeighbourResult>('./neighbour.ts')
  const address = { consignee: 'Wang Lei', phone: '1', country: 'CN', city: '', address: '', content: '' }
  const body = { ...address, lines: [{ goodId: 'bench-good-1', name: 'Belt', quantity: 1 }] }
  const call = { url: `${server.url}/api${orders.place.path}`, body }
  const calls = callsOf(server.url, caller)
  const times = { concurrency: 1, warmUpMs: 500, ms: quick ? 2_000 : 5_000 }
  const took: Record<'quiet' | 'busy', number[][]> = { quiet: [], busy: [] }
  const answers: Record<string, number> = {}
  const p95s = async () => {
    const all: number[] = []
    for (const one of calls) all.push((await repeat(one.call, times)).took.at(0.95))
    return all
  }
  try {
    await p95s()
    for (let round = 0; round < ROUNDS; round++) {
      took.quiet.push(await p95s())
      await worker.ask({ do: 'begin', token, asked: [{ call, inFlight: AT_ONCE }] })
      took.busy.push(await p95s())
      const ended = await worker.ask({ do: 'end' })
      for (const [status, many] of Object.entries(ended.answers))
        answers[status] = (answers[status] ?? 0) + many
    }
    const middle = (of: 'quiet' | 'busy', at: number) => median(took[of].map(each => each[at] ?? 0))
    return [
      ...calls.flatMap(({ name }, at) => [
        figure(`${name} of another, p95, quiet`, middle('quiet', at), 'ms'),
        figure(`${name} of another, p95, beside ${AT_ONCE} orders`, middle('busy', at), 'ms'),
        figure(`${name} of another, beside to quiet`, middle('busy', at) / middle('quiet', at), 'times', {
          atMost: MOST_TIMES,
        }),
      ]),
      ...Object.entries(answers).map(([status, many]) => figure(`orders answered with ${status}`, many, '')),
      figure('orders refused with an outage', outages(answers), '', { atMost: 0 }),
    ]
  } finally {
    caller.close()
    await worker.stop()
  }
}

const outages = (answers: Readonly<Record<string, number>>) =>
  Object.entries(answers).reduce(
    (all, [status, many]) => all + (Number(status) === 0 || Number(status) >= 500 ? many : 0),
    0,
  )

/** A read of many rows, a short read and a write. */
const callsOf = (url: string, caller: Caller) => [
  { name: 'a page of goods', call: () => caller.get(`${url}/api${contract.list.path}?size=20`) },
  { name: 'a page of orders', call: () => caller.get(`${url}/api${orders.list.path}?size=20`) },
  {
    name: 'a favourite kept',
    call: () => caller.put(`${url}/api${goodFavourites.keep.path.replace(':id', 'bench-good-2')}`),
  },
]

/** The statements of one page, from the feature's own query. */
async function statementsOf(pool: pg.Pool): Promise<pg.QueryConfig[]> {
  const statements: pg.QueryConfig[] = []
  const logQuery = (text: string, values: unknown[]) => {
    statements.push({ name: `orders-${statements.length}`, text, values })
  }
  const db = drizzle(pool, { logger: { logQuery } })
  const asking = { db, viewer: { kind: STAFF, scope: { farm: '' } }, language: 'en-US' }
  const query = orders.list.query.parse(PAGE)
  const { items } = await ordered.list({ ...asking, query } as unknown as Parameters<typeof ordered.list>[0])
  if (items.length !== Number(PAGE.size)) throw new Error(`The list has ${items.length} items`)
  return statements
}

/** Orders of the existing customers, most of them completed. */
export async function addOrders(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into customer_order (id, number, office_id, office_path, farm_path, author_id, author_name, made_at, last_at, waits_since,
       state, consignee, phone, country, city, address, content, currency, lines, goods, sum)
     select 'bench-order-' || n, 'SO-' || n, o.id, o.path, o.path, a.id, 'Zhao', at, at, case when n % 200 = 0 then at end,
       case when n % 200 = 0 then 'placed' else (array['completed', 'completed', 'completed', 'transit', 'production'])[1 + n % 5] end,
       'Consignee ' || md5(n::text), '1', 'NL', 'Barneveld', 'Road', 'Belts', 'CNY',
       '[{"code": "B-1", "chineseName": "皮带", "englishName": "Belt", "quantity": 2, "price": "38.00"}]', 76, 76
     from generate_series(1, $1::int) n
     join (select id, path, row_number() over (order by id) - 1 as nth, count(*) over () as many from office
       where kind = 'customer' and deleted_at is null) o on o.nth = n % o.many
     join lateral (select id from account order by id limit 1) a on true,
     lateral (select now() - make_interval(mins => n * 5) as at) t`,
    [ORDERS],
  )
}
