import { drizzle } from 'drizzle-orm/node-postgres'
import { addPerson } from '#server/testing/person.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { addGoods } from '../many-goods.ts'
import { openChromium, type Visit, visit } from '../visit.ts'

interface Transferred {
  /** Page, program, styles and texts, kB. */
  app: number
  fonts: number
  /** Answers of the API. */
  data: number
}

/** Bytes on the wire, including headers, as gzip, which every proxy supports. */
export async function transferred(window: Visit, path: string, drawn: string): Promise<Transferred> {
  const { cdp, page } = window
  const kinds = new Map<string, string>()
  const sum: Transferred = { app: 0, fonts: 0, data: 0 }
  cdp.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId)
    const part = kind === 'Font' ? 'fonts' : kind === 'Fetch' || kind === 'XHR' ? 'data' : 'app'
    sum[part] += encodedDataLength / 1_000
  })
  await cdp.send('Network.enable')
  await cdp.send('Network.setExtraHTTPHeaders', { headers: { 'Accept-Encoding': 'gzip' } })
  await page.goto(path)
  await page.locator(drawn).first().waitFor()
  await page.waitForLoadState('networkidle')
  return sum
}

/** The program that a first visit to any list loads, kB. */
export const LIST_KB = 360

/** What a browser on its first visit loads for a page until the network is idle, without interaction. */
export async function bundle({ server, farm, database, say }: Bench): Promise<Figure[]> {
  say('bundle: sign-in page, first list and mall')
  const browser = await openChromium()
  const load = async (path: string, drawn: string, token?: string) => {
    const window = await visit(browser, { url: server.url, ...(token && { token }) })
    try {
      return await transferred(window, path, drawn)
    } finally {
      await window.close()
    }
  }
  try {
    const login = await load('/user/login', 'input[name=password]')
    const list = await load(
      '/deviceManage',
      '.data-table tbody tr:not(.data-waiting)',
      farm.customers[0]?.token,
    )
    const mall = await load('/mall/goods/list', '.mall-card', await buyerOf(database.pool))
    const figure = (name: string, value: number, goal?: number): Figure => ({
      section: 'bundle',
      name,
      value,
      unit: 'kB',
      ...(goal && { goal: { atMost: goal } }),
    })
    return [
      figure('sign-in page, gzip', login.app, 180),
      figure('first list, gzip', list.app, LIST_KB),
      figure('mall, gzip', mall.app, LIST_KB),
      figure('answers of the API for the list', list.data),
      figure('fonts of either, besides', list.fonts),
    ]
  } finally {
    await browser.close()
  }
}

/** A person who sees a mall with a page of goods. */
async function buyerOf(pool: Bench['database']['pool']): Promise<string> {
  await addGoods(pool, 40)
  const { rows } = await pool.query<{ id: string; path: string }>(
    `select id, path from office where kind = 'customer' limit 1`,
  )
  const [office] = rows
  if (!office) throw new Error('There is no customer')
  const grants = ['mall_goods_client_list:query', 'mall_goods_client_list:get'] as const
  return (await addPerson(drizzle(pool), { office, kind: CUSTOMER, grants })).token
}
