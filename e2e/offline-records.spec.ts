import type { Page } from '@playwright/test'
import pg from 'pg'
import { expect, expectAccessible, type Farm, test } from './farm.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

/** What the browser says of a connection that is gone is no fault of the page. */
const expected = /net::ERR_|WebSocket|Failed to fetch|50[234]/

interface House {
  id: string
  name: string
}

/** Asks the database of the demonstration as its owner. */
async function ask<T extends object>({ server }: Farm, sql: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client({ connectionString: server.superuserUrl })
  await client.connect()
  try {
    return (await client.query<T>(sql, values)).rows
  } finally {
    await client.end()
  }
}

/** The flocks of the farm that run, none of which has told anything of today. */
async function flocksOf(farm: Farm): Promise<House[]> {
  const flocks = await ask<House>(
    farm,
    `select f.id, h.name from flock f join house h on h.id = f.house_id
      join account a on a.username = 'linden' and starts_with(h.office_path, a.office_path)
      where f.ended_on is null and f.deleted_at is null and f.placed_on <= current_date order by h.name`,
  )
  await ask(farm, 'delete from flock_record where day >= current_date - 1 and flock_id = any($1)', [
    flocks.map(({ id }) => id),
  ])
  return flocks
}

const notesOf = async (farm: Farm, flockId: string) =>
  (
    await ask<{ note: string; version: number }>(
      farm,
      'select note, version from flock_record where flock_id = $1 and day >= current_date - 1',
      [flockId],
    )
  ).map(({ note, version }) => `${note} ${version}`)

/** Signs in on a phone in Chinese and waits until everything is there that is needed without network. */
async function phone(page: Page, farm: Farm, account = 'linden'): Promise<void> {
  await page.goto(`${farm.url}/user/login?redirect=/chicken-batch`)
  await page.getByRole('button', { name: '中文' }).click()
  await page.getByRole('button', { name: farm.account(account).label['zh-CN'] }).click()
  await page.waitForURL('**/chicken-batch')
  await expectKept(page)
}

async function expectKept(page: Page): Promise<void> {
  const isKept = () =>
    page.evaluate(async () => {
      const [name] = (await caches.keys()).filter(name => name.startsWith('app '))
      const isWhole = name !== undefined && (await (await caches.open(name)).match('/')) !== undefined
      return isWhole && navigator.serviceWorker.controller !== null
    })
  await expect.poll(isKept).toBe(true)
  await expect.poll(() => keptIn(page)).toContain('seen')
}

/** What the browser keeps beside the last user, by name. */
const keptIn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('smart-farm')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const names = opening.result.transaction('offline').objectStore('offline').getAllKeys()
          names.onsuccess = () => {
            opening.result.close()
            resolve(names.result.map(String))
          }
        }
      }),
  )

const bar = (page: Page) => page.getByRole('status').filter({ hasText: '条记录' })
const note = (page: Page) => page.getByLabel('备注')
const dead = (page: Page) => page.getByLabel('死亡', { exact: true })
const keep = (page: Page) => page.getByRole('button', { name: '保存记录' })

/** Opens today's form of a house from the list as it was last seen. */
async function openSeen(page: Page, { name }: House): Promise<void> {
  await page.getByRole('region', { name: '上次看到的批次' }).getByRole('button', { name }).click()
  await expect(keep(page)).toBeVisible()
}

async function fits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
}

test('a worker writes the day in the house without network: it is kept, outlives the tab, and is sent once', async ({
  context,
  page,
  farm,
  problems,
}) => {
  const [house] = await flocksOf(farm)
  if (!house) throw new Error('no flock at the farm')
  await phone(page, farm)
  await context.setOffline(true)

  await page.goto(`${farm.url}/chicken-batch`)
  await expect(page.getByRole('heading', { level: 1, name: '批次与养殖日志' })).toBeVisible()
  await openSeen(page, house)
  await expect(page.getByRole('status').filter({ hasText: '无网络连接' })).toBeVisible()
  await expectAccessible(page)
  await fits(page)
  await dead(page).fill('3')
  await note(page).fill('舍内无网络')

  // The tab is closed before it was kept: what was typed is there again.
  await page.close({ runBeforeUnload: false })
  const again = await context.newPage()
  await again.goto(`${farm.url}/chicken-batch`)
  await openSeen(again, house)
  await expect(note(again)).toHaveValue('舍内无网络')
  await expect(dead(again)).toHaveValue('3')
  await expect(again.getByRole('button', { name: '放弃' })).toBeVisible()
  await keep(again).click()
  await expect(again.getByText('已暂存在本机，联网后自动上传。')).toBeVisible()
  await expect(bar(again)).toContainText('1 条记录暂存在本机，尚未上传')
  await expectAccessible(again)
  await fits(again)

  // Closed and opened again, still without network.
  await again.close()
  const last = await context.newPage()
  await last.goto(`${farm.url}/chicken-batch`)
  await expect(bar(last)).toContainText('1 条记录暂存在本机，尚未上传')
  const waiting = last.getByRole('region', { name: '暂存在本机' })
  await expect(waiting).toContainText(house.name)
  await expectAccessible(last)
  await fits(last)
  expect(await notesOf(farm, house.id)).toEqual([])

  await last.close()
  await context.setOffline(false)
  const online = await context.newPage()
  await online.goto(`${farm.url}/dashboard/workplace`)
  await expect.poll(() => notesOf(farm, house.id)).toEqual(['舍内无网络 1'])
  await expect(bar(online)).toBeHidden()
  expect(problems.splice(0).filter(problem => !expected.test(problem))).toEqual([])
})
