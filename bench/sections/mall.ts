import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { seededSynonyms } from '#server/features/goods/search-words.seed.ts'
import { openJobCaller } from '#server/testing/job-caller.ts'
import { addPerson } from '#server/testing/person.ts'
import { goods } from '#shared/contracts/goods.ts'
import { mall as contract } from '#shared/contracts/mall.ts'
import { CUSTOMER, type Grant } from '#shared/permissions.ts'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { openCaller, repeat, type Timing } from '../http.ts'
import { addGoods, goodsFile } from '../many-goods.ts'
import { scopedPool } from '../scoped-pool.ts'
import { loopDelay } from '../server-figures.ts'
import { addOrders, burstOf, ordersOf } from './mall-orders.ts'
import { staffOf } from './screens.ts'

const GOODS = 20_000
const PAGE = { size: '20' }

/** What buyers type: correct, with mistakes, in Chinese with a wrong character, in other words for the same thing, and as it sounds. */
const searches = {
  'as it is written': ['belt', 'stainless nipple', '皮带', 'CNV-77', 'belts for fans'],
  'with mistakes': ['bealt', 'venilator lyer', '排风善皮带'],
  'in other words': ['水帘轴承', '风机皮带', 'evaporative pad', 'dung belt', 'wet pads bearing'],
  'by sound': ['paifengshan pidai', 'shilian', 'pdl', '湿廉'],
}

const figure = (name: string, value: number, unit: string, goal?: Figure['goal']): Figure => ({
  section: 'mall',
  name,
  value,
  unit,
  ...(goal && { goal }),
})

/**
 * The search of a mall with 20,000 goods as a customer sees it, and the list of 100,000 orders as staff and a customer do, each
 * next to the same statements sent by pg alone; all under row-level security. Then sixty orders at once of one account beside
 * the calls of another, and a file that changes all goods.
 */
export async function mall(bench: Bench): Promise<Figure[]> {
  const { database, say } = bench
  const began = performance.now()
  say(`mall: writing ${GOODS} goods`)
  await addSynonyms(database.pool)
  await addGoods(database.pool, GOODS)
  const goodsS = (performance.now() - began) / 1_000
  say('mall: writing orders')
  await addOrders(database.pool)
  const ordersS = (performance.now() - began) / 1_000 - goodsS
  await database.pool.query(
    'vacuum analyze good, good_place, good_posting, good_word, good_sound, customer_order',
  )
  return [
    figure(`writing ${GOODS} goods in one statement`, goodsS, 's'),
    figure('writing the orders', ordersS, 's'),
    ...(await searching(bench)),
    ...(await ordersOf(bench)),
    ...(await burstOf(bench)),
    ...(await fileOf(bench)),
  ]
}

/** The synonyms of a new installation. */
async function addSynonyms(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into search_synonym (id, office_path, chinese_words, english_words)
     select 'bench-words-' || n, '1.', chinese, english
     from unnest($1::text[], $2::text[]) with ordinality words (chinese, english, n)
     where not exists (select from search_synonym)`,
    [seededSynonyms.map(([chinese]) => chinese), seededSynonyms.map(([, english]) => english)],
  )
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
  const pool = scopedPool(server.appUrl, office.path, office.path)
  const times = { concurrency: 1, warmUpMs: 1_000, ms: quick ? 2_000 : 5_000 }
  const inTurn = (among: readonly string[], ask: (search: string) => Promise<unknown>) => {
    let turn = 0
    return () => ask(among[turn++ % among.length] ?? '')
  }
  const { list, facets } = contract
  const url = (path: string, query: Record<string, string>) =>
    `${server.url}/api${path}?${new URLSearchParams(query)}`
  const p95 = (name: string, { took }: Timing, goal?: number) =>
    figure(`${name}, p95`, took.at(0.95), 'ms', goal === undefined ? undefined : { atMost: goal })
  const search = (search: string) => caller.get(url(list.path, { ...PAGE, search }))
  const all = Object.values(searches).flat()
  try {
    for (const typed of all) {
      const { data } = JSON.parse(await search(typed))
      if (data.total === 0) throw new Error(`A search for ${typed} finds nothing`)
    }
    const statement = `select g.id from good g join goods_found($1) f on f.good_id = g.id
      where g.status = 'released' order by f.nearness desc, g.id limit 20`
    const raw = await repeat(
      inTurn(all, search => pool.query({ name: 'found', text: statement, values: [search] })),
      times,
    )
    const found = await repeat(inTurn(all, search), times)
    const ways: Figure[] = []
    for (const [way, among] of Object.entries(searches))
      ways.push(p95(`search, ${way}`, await repeat(inTurn(among, search), { ...times, warmUpMs: 0 }), 60))
    const counted = await repeat(
      inTurn(all, search => caller.get(url(facets.path, { search }))),
      times,
    )
    return [
      p95(`search of ${GOODS} goods`, found, 60),
      figure('search, p50', found.took.at(0.5), 'ms'),
      ...ways,
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
