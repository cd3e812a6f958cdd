import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { ordered } from '#server/features/orders/ordered.ts'
import { openJobCaller } from '#server/testing/job-caller.ts'
import { addPerson } from '#server/testing/person.ts'
import { goods } from '#shared/contracts/goods.ts'
import { mall as contract } from '#shared/contracts/mall.ts'
import { orders } from '#shared/contracts/orders.ts'
import { CUSTOMER, type Grant, STAFF } from '#shared/permissions.ts'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { openCaller, repeat, type Timing } from '../http.ts'
import { addGoods, goodsFile } from '../many-goods.ts'
import { loopDelay } from '../server-figures.ts'
import { staffOf } from './screens.ts'

const GOODS = 20_000
const ORDERS = 100_000
const PAGE = { size: '20' }

/** What buyers type: correct, with mistakes, and in Chinese with a wrong character. */
const searches = ['belt', 'bealt', 'stainless nipple', 'venilator lyer', '皮带', '排风善皮带', 'CNV-77']

const figure = (name: string, value: number, unit: string, goal?: Figure['goal']): Figure => ({
  section: 'mall',
  name,
  value,
  unit,
  ...(goal && { goal }),
})

/**
 * The search of a mall with 20,000 goods as a customer sees it, and the list of 100,000 orders as staff do, each next to the
 * same statements sent by pg alone; both under row-level security. Then a file that changes all goods.
 */
export async function mall(bench: Bench): Promise<Figure[]> {
  const { database, say } = bench
  say(`mall: writing ${GOODS} goods and ${ORDERS} orders`)
  await addGoods(database.pool, GOODS)
  await addOrders(database.pool)
  await database.pool.query('vacuum analyze')
  return [...(await searching(bench)), ...(await ordersOf(bench)), ...(await fileOf(bench))]
}

async function searching({ server, database, quick, say }: Bench): Promise<Figure[]> {
  say('mall: searching')
  const { rows } = await database.pool.query<{ id: string; path: string }>(
    `select id, path from office where kind = 'customer' and deleted_at is null order by id limit 1`,
  )
  const [office] = rows
  if (!office) throw new Error('There is no customer')
  const { token } = await addPerson(drizzle(database.pool), {
    office,
    kind: CUSTOMER,
    grants: [contract.list.access as Grant],
  })
  const caller = openCaller(token)
  const pool = poolOf(server.appUrl, office.path, office.path)
  const times = { concurrency: 1, warmUpMs: 1_000, ms: quick ? 2_000 : 5_000 }
  const inTurn = (ask: (search: string) => Promise<unknown>) => {
    let turn = 0
    return () => ask(searches[turn++ % searches.length] ?? '')
  }
  const { list, facets } = contract
  const url = (path: string, query: Record<string, string>) =>
    `${server.url}/api${path}?${new URLSearchParams(query)}`
  const p95 = (name: string, { took }: Timing, goal?: number) =>
    figure(`${name}, p95`, took.at(0.95), 'ms', goal === undefined ? undefined : { atMost: goal })
  try {
    for (const search of searches) {
      const { data } = JSON.parse(await caller.get(url(list.path, { ...PAGE, search })))
      if (data.total === 0) throw new Error(`A search for ${search} finds nothing`)
    }
    const statement = `select g.id from good g join goods_found($1) f on f.good_id = g.id
      where g.status = 'released' order by f.nearness desc, g.id limit 20`
    const raw = await repeat(
      inTurn(search => pool.query({ name: 'found', text: statement, values: [search] })),
      times,
    )
    const found = await repeat(
      inTurn(search => caller.get(url(list.path, { ...PAGE, search }))),
      times,
    )
    const counted = await repeat(
      inTurn(search => caller.get(url(facets.path, { search }))),
      times,
    )
    return [
      p95(`search of ${GOODS} goods`, found, 60),
      figure('search, p50', found.took.at(0.5), 'ms'),
      p95('ids alone in raw SQL', raw),
      figure('search to raw SQL', found.rate / raw.rate, '', { atLeast: 0.2 }),
      p95('facets of a search', counted, 150),
      p95('first page', await repeat(() => caller.get(url(list.path, PAGE)), times), 60),
      p95('by price', await repeat(() => caller.get(url(list.path, { ...PAGE, sort: 'price' })), times), 60),
    ]
  } finally {
    caller.close()
    await pool.end()
  }
}

async function ordersOf({ server, database, quick, say }: Bench): Promise<Figure[]> {
  say('mall: orders')
  const { token } = await staffOf(database.pool, ['order_center:query'])
  const caller = openCaller(token)
  const pool = poolOf(server.appUrl, '1.', '')
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
    ]
  } finally {
    caller.close()
    await pool.end()
  }
}

/** A file that changes every good's price. */
async function fileOf({ server, database, say }: Bench): Promise<Figure[]> {
  say(`mall: a file of ${GOODS} goods`)
  const { token } = await staffOf(
    database.pool,
    (['import', 'edit', 'add', 'query', 'get'] as const).map(action => `mall_goods_list:${action}` as const),
  )
  const caller = openJobCaller(server.url, token)
  const file = await goodsFile(GOODS)
  await loopDelay(server.url)
  const since = (began: number) => (performance.now() - began) / 1_000
  const checking = performance.now()
  const { id } = await caller.import(goods.import, file)
  const { summary } = await caller.until(id, 'checked')
  const checkS = since(checking)
  if (summary?.changes?.changed !== GOODS) throw new Error(`The file changes ${JSON.stringify(summary)}`)
  const writing = performance.now()
  await caller.confirm(id)
  await caller.until(id, 'done')
  return [
    figure(`check of a file of ${GOODS} goods`, checkS, 's'),
    figure('writing of the file', since(writing), 's'),
    figure('file, event loop held up at most', await loopDelay(server.url), 'ms', { atMost: 50 }),
  ]
}

/** One connection like the server's own, in a viewer's scope. */
function poolOf(connectionString: string, path: string, farm: string): pg.Pool {
  const scope = { lo: path, hi: path.replace(/\.$/, '/'), farm, customers: 'all' }
  const options = Object.entries(scope).map(([name, value]) => `-c app.${name}=${value}`)
  const pool = new pg.Pool({ connectionString, max: 1, options: options.join(' ') })
  // The server may stop its database while this is still closing.
  pool.on('error', () => {})
  return pool
}

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
async function addOrders(pool: pg.Pool): Promise<void> {
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
