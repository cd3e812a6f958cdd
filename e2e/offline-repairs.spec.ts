import type { Page } from '@playwright/test'
import pg from 'pg'
import { type Repair, repairFields } from '#shared/contracts/repairs.ts'
import { repairSteps } from '#shared/repairs.ts'
import { STATEMENT_VERSION } from '#shared/service-statement.ts'
import words from '#web/features/repairs/zh-CN.json' with { type: 'json' }
import { call } from './api.ts'
import { expect, expectAccessible, type Farm, test, tokenOf } from './farm.ts'
import { keptIn } from './kept-in.ts'
import { fits, onPhone, ready } from './offline.ts'

test.use(onPhone)

const REPAIRS = '/device-maintain/repair'
/** The browser's messages about a lost connection are not the page's fault. */
const expected = /net::ERR_|WebSocket|Failed to fetch|50[234]/
const label = (name: 'title' | 'description') => repairFields[name].label['zh-CN']

/** How often the server has a repair. */
async function timesOf({ server }: Farm, title: string): Promise<number> {
  const client = new pg.Client({ connectionString: server.superuserUrl })
  await client.connect()
  try {
    return (await client.query('select from repair where title = $1', [title])).rowCount ?? 0
  } finally {
    await client.end()
  }
}

const waiting = (page: Page) => page.getByRole('region', { name: words.keptHere })

/** Applies for a repair without network; the phone keeps it. */
async function apply(page: Page, farm: Farm, title: string): Promise<void> {
  await page.goto(`${farm.url}${REPAIRS}`)
  await page.getByRole('button', { name: words.apply }).first().click()
  const form = page.getByRole('dialog')
  await expect(form).toContainText(words.withoutNetwork)
  await form.getByLabel(label('title')).fill(title)
  await form.getByLabel(label('description')).fill('3号风机不转，热继电器反复跳闸。')
  await form.getByRole('checkbox').check()
  await fits(page)
  await expectAccessible(page)
  await form.getByRole('button', { name: words.send }).click()
  await expect(page.getByText(words.kept)).toBeVisible()
  await expect(waiting(page)).toContainText(title)
}

test('a repair requested in the house without network is saved, outlives the tab and is sent once, even if the answer is lost', async ({
  context,
  page,
  farm,
  problems,
}) => {
  const titles = ['风机不转', '料线不走料']
  await ready(page, farm, 'worker')
  await page.goto(`${farm.url}${REPAIRS}`)
  await expect(page.getByRole('button', { name: words.apply }).first()).toBeVisible()
  await context.setOffline(true)
  for (const title of titles) await apply(page, farm, title)

  await page.close()
  const again = await context.newPage()
  await again.goto(`${farm.url}${REPAIRS}`)
  for (const title of titles) await expect(waiting(again)).toContainText(title)
  await expectAccessible(again)
  await fits(again)

  // The server accepts the first, but its answer never arrives.
  let isTaken = false
  await context.route(/\/auth\/repairs$/, async (route, request) => {
    if (request.method() !== 'POST' || isTaken) return route.fallback()
    isTaken = true
    await route.fetch()
    await route.abort()
  })
  await context.setOffline(false)
  for (const title of titles) await expect.poll(() => timesOf(farm, title)).toBe(1)
  await expect(waiting(again)).toBeHidden()
  expect(isTaken).toBe(true)
  expect(await keptIn(again, 'repairs')).toEqual([[]])
  for (const title of titles) {
    expect(await timesOf(farm, title)).toBe(1)
    await expect(again.getByText(title).first()).toBeVisible()
  }
  expect(problems.splice(0).filter(problem => !expected.test(problem))).toEqual([])
})

const NOTE = repairSteps.note
const newRepair = async (farm: Farm, title: string) =>
  (await call(farm, await tokenOf(farm, 'worker'), '/admin/auth/repairs', {
    title,
    equipment: '',
    description: title,
    phone: '',
    pictures: [],
    statement: STATEMENT_VERSION,
  })) as unknown as Repair

/** The notes that the server has of a repair. */
async function notesOf({ server }: Farm, id: string): Promise<(string | null)[]> {
  const client = new pg.Client({ connectionString: server.superuserUrl })
  await client.connect()
  try {
    const sql = `select text from record_entry where record_id = $1 and step = 'note' order by at`
    return (await client.query<{ text: string | null }>(sql, [id])).rows.map(({ text }) => text)
  } finally {
    await client.end()
  }
}

test('a note is added without network to repairs that were never opened on this phone, and arrives once', async ({
  context,
  page,
  farm,
  problems,
}) => {
  const listed = await newRepair(farm, '风机皮带打滑')
  const opened = await newRepair(farm, '水线接头漏水')
  await ready(page, farm, 'worker')
  const isSeen = async () => JSON.stringify(await keptIn(page, 'seen')).includes(listed.number)
  await expect.poll(isSeen).toBe(true)
  const write = async (at: Page, text: string) => {
    const form = at.getByRole('dialog')
    await form.getByLabel(NOTE.fields.note.label['zh-CN']).fill(text)
    await fits(at)
    await expectAccessible(at)
    await form.getByRole('button', { name: NOTE.label['zh-CN'] }).click()
    await expect(form).toBeHidden()
    await expect(waiting(at)).toContainText(text)
  }

  // The list is open, and the network goes before one of its rows is opened.
  await page.goto(`${farm.url}${REPAIRS}`)
  await expect(page.getByText(opened.title).first()).toBeVisible()
  await context.setOffline(true)
  await page.getByText(opened.title).first().click()
  const panel = page.locator('aside.docked')
  await expect(panel).toContainText(words.noteOffline)
  await fits(page)
  await expectAccessible(page)
  await panel.getByRole('button', { name: NOTE.label['zh-CN'] }).click()
  await write(page, '已关闭阀门')

  // The app is opened anew without network.
  await page.close()
  const again = await context.newPage()
  await again.goto(`${farm.url}${REPAIRS}`)
  const seen = again.getByRole('region', { name: words.seen })
  await expect(seen).toContainText(listed.title)
  await fits(again)
  await expectAccessible(again)
  await seen.getByRole('button', { name: `${NOTE.label['zh-CN']} ${listed.number}` }).click()
  await write(again, '皮带已更换')

  await context.setOffline(false)
  await expect.poll(() => notesOf(farm, listed.id)).toEqual(['皮带已更换'])
  await expect.poll(() => notesOf(farm, opened.id)).toEqual(['已关闭阀门'])
  await expect(waiting(again)).toBeHidden()
  expect(problems.splice(0).filter(problem => !expected.test(problem))).toEqual([])
})
