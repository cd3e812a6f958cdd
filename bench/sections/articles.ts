import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { addPerson } from '#server/testing/person.ts'
import { readingScreens } from '#shared/articles.ts'
import { articleReading, articleSearch } from '#shared/contracts/article-reading.ts'
import { articles as written } from '#shared/contracts/articles.ts'
import { questions } from '#shared/contracts/questions.ts'
import { repairs } from '#shared/contracts/repairs.ts'
import { CUSTOMER, type Grant } from '#shared/permissions.ts'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { openCaller, repeat } from '../http.ts'
import { openChromium, visit } from '../visit.ts'
import { LIST_KB, transferred } from './bundle.ts'
import { staffOf } from './screens.ts'

const ARTICLES = 10_000
/** Half of them questions, half of them repairs. */
const TICKETS = 100_000
const PAGE = { size: '20' }
const LAST = '2500'

/** What readers type: words, prefixes, Chinese without spaces, one word of nearly every article and one of only a few. */
const searches = [
  'auger',
  'overload relay',
  'vent',
  'ventilation inlet',
  '风机',
  '绞龙料线',
  '最小通风',
  'article 777',
]
/** Questions in whole sentences. */
const questionsAsked = [
  'Since yesterday the feed does not arrive, what is it with the auger?',
  '请问料线绞龙不走料了怎么办',
]

/**
 * The search of 10,000 articles as readers and editors use it, and the lists of 100,000 tickets as staff see them; all under
 * row-level security.
 */
export async function articles(bench: Bench): Promise<Figure[]> {
  const { server, database, quick, say } = bench
  say(`articles: writing ${ARTICLES} articles and ${TICKETS} tickets`)
  await addArticles(database.pool)
  await addTickets(database.pool)
  await database.pool.query('vacuum analyze')
  const token = await readerOf(database.pool)
  const reader = openCaller(token)
  const staff = openCaller(
    (
      await staffOf(database.pool, [
        written.faq.list.access,
        'device_user_problem_admin_list:query',
        'device_repair_admin_list:query',
      ])
    ).token,
  )
  const times = { concurrency: 1, warmUpMs: 1_000, ms: quick ? 2_000 : 5_000 }
  const timed = async (
    name: string,
    [at, atMost]: readonly [number, number],
    by: typeof reader,
    path: string,
    queries: readonly Record<string, string>[],
  ): Promise<Figure> => {
    const urls = queries.map(query => `${server.url}/api${path}?${new URLSearchParams(query)}`)
    let turn = 0
    const { took } = await repeat(() => by.get(urls[turn++ % urls.length] ?? ''), times)
    const value = took.at(at)
    return { section: 'articles', name: `${name}, p${at * 100}`, value, unit: 'ms', goal: { atMost } }
  }
  const quickly = [0.95, 50] as const
  const asOrders = [0.5, 100] as const
  const { list } = articleReading.faq
  const searched = searches.map(search => ({ ...PAGE, search }))
  try {
    for (const search of searches) {
      const url = `${server.url}/api${list.path}?${new URLSearchParams({ search })}`
      const { data } = JSON.parse(await reader.get(url))
      if (data.total === 0) throw new Error(`A search for ${search} finds nothing`)
    }
    say('articles: searching')
    const found = [
      await timed(`search of ${ARTICLES} articles`, quickly, reader, list.path, searched),
      await timed('the same by an editor', quickly, staff, written.faq.list.path, searched),
      await timed(
        'of all families',
        quickly,
        reader,
        articleSearch.find.path,
        searches.map(search => ({ search })),
      ),
      await timed(
        'near to a question',
        quickly,
        reader,
        list.path,
        questionsAsked.map(like => ({ size: '3', like })),
      ),
      await timed('first page', quickly, reader, list.path, [PAGE]),
    ]
    say('articles: what a reader loads')
    const loaded = await sizesFor(server.url, token)
    say('articles: tickets')
    const tickets: Figure[] = []
    for (const [name, contract] of Object.entries({ questions, repairs }))
      tickets.push(
        await timed(`${name}, a page of ${TICKETS / 2}`, asOrders, staff, contract.list.path, [PAGE]),
        await timed(`${name}, page ${LAST} by number`, asOrders, staff, contract.list.path, [
          { ...PAGE, page: LAST, sort: 'number' },
        ]),
        await timed(`${name}, what waits`, asOrders, staff, contract.waiting.path, [{}]),
      )
    return [...found, ...loaded, ...tickets]
  } finally {
    reader.close()
    staff.close()
  }
}

/** What a new reader loads for the list and for an article; the editor must not be part of it. */
async function sizesFor(url: string, token: string): Promise<Figure[]> {
  const browser = await openChromium()
  const sizeOf = async (name: string, path: string, drawn: string): Promise<Figure> => {
    const window = await visit(browser, { url, token })
    const files: string[] = []
    window.page.on('response', answer => files.push(answer.url()))
    const { app } = await transferred(window, path, drawn)
    await window.close()
    if (files.some(file => file.includes('rich-text-editor'))) throw new Error(`${name} loads the editor`)
    return { section: 'articles', name: `${name}, gzip`, value: app, unit: 'kB', goal: { atMost: LIST_KB } }
  }
  try {
    return [
      await sizeOf('list of a reader', readingScreens.faq, '.article-card'),
      await sizeOf('reading page', `${readingScreens.faq}?id=bench-article-1`, '.rich-text'),
    ]
  } finally {
    await browser.close()
  }
}

/** A person of some customer. */
async function readerOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string; path: string }>(
    `select id, path from office where kind = 'customer' and deleted_at is null order by id limit 1`,
  )
  const [office] = rows
  if (!office) throw new Error('There is no customer')
  const grants = [articleReading.faq.list.access, articleReading.faq.read.access].flat() as Grant[]
  return (await addPerson(drizzle(pool), { office, kind: CUSTOMER, grants })).token
}

/** Texts of some hundred words in both languages: each technical word is in a fifth of them. Every tenth is a draft. */
async function addArticles(pool: pg.Pool): Promise<void> {
  await pool.query(
    `with words (english, chinese) as (select
         array['fan','belt','relay','overload','auger','feed','line','drinker','nipple','pressure','ventilation','inlet','winch','pad','pump',
           'heater','sensor','probe','humidity','ammonia','litter','manure','egg','light','alarm','controller','phase','motor','bearing','shutter'],
         array['风机','皮带','热继电器','过载','绞龙','料线','水线','乳头','静压','最小通风','进风口','卷扬机','湿帘','水泵',
           '热风炉','传感器','探头','湿度','氨气','垫料','清粪','集蛋','灯光','报警','环控器','缺相','电机','轴承','百叶','限位']),
     written as (select n, 'article ' || n as title,
         (select string_agg(english[1 + (n * 7 + (hashint4(n * 131 + w) & 2147483647) % 6) % 30]
             || case when w % 7 = 0 then ' ' || substr(md5((n % 900 * 40 + w)::text), 1, 6) else '' end, ' ') from generate_series(1, 150) w) as english,
         (select string_agg(chinese[1 + (n * 7 + (hashint4(n * 137 + w) & 2147483647) % 6) % 30]
             || case when w % 9 = 0 then '，' || chr(19968 + (n * 7 + w) % 3000) else '' end, '') from generate_series(1, 60) w) as chinese
       from generate_series(1, $1::int) n, words)
     insert into article (id, office_path, family, chinese_title, chinese_subtitle, chinese_content, english_title, english_subtitle,
       english_content, original, cover_mode, status, released_at, words)
     select 'bench-article-' || n, '1.', 'faq', left(chinese, 12), '', '<p>' || chinese || '</p>', title || ' ' || left(english, 30), '',
       '<p>' || english || '</p>', 'zh-CN', 'none', case when n % 10 = 0 then 'draft' else 'released' end,
       now() - make_interval(mins => n),
       array_to_tsvector(array(select distinct search_words(title || ' ' || english || ' ' || chinese)))
     from written`,
    [ARTICLES],
  )
}

/** Questions and repairs of the existing customers, 500 of the newest still waiting. */
async function addTickets(pool: pg.Pool): Promise<void> {
  const [columns, values, rest] = [
    'id, number, office_id, office_path, farm_path, author_id, author_name, made_at, last_at, waits_since',
    `n, o.id, o.path, o.path, a.id, 'Zhao', at, at, case when n % 5 = 0 and n <= 2500 then at end`,
    `from generate_series(1, $1::int) n
     join (select id, path, row_number() over (order by id) - 1 as nth, count(*) over () as many from office
       where kind = 'customer' and deleted_at is null) o on o.nth = n % o.many
     join lateral (select id from account order by id limit 1) a on true,
     lateral (select now() - make_interval(mins => n * 5) as at) t`,
  ]
  const numbered = (prefix: string) =>
    `'bench-${prefix}-' || n, '${prefix}' || lpad(n::text, 8, '0') || '-' || ${values}`
  await pool.query(
    `insert into question (${columns}, text, state)
     select ${numbered('QA')}, 'The belt of fan ' || md5(n::text) || ' slips',
       case when n % 5 = 0 and n <= 2500 then 'waiting' else 'replied' end ${rest}`,
    [TICKETS / 2],
  )
  await pool.query(
    `insert into repair (${columns}, title, equipment, description, phone, statement, state, record, accepter, accepted_at)
     select ${numbered('RP')}, 'Fan ' || md5(n::text), 'Fan', 'Stands still', '1', '1',
       case when n % 5 = 0 and n <= 2500 then 'pending' else 'finished' end, 'Belt', 'Zhao', at ${rest}`,
    [TICKETS / 2],
  )
}
