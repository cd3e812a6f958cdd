import type { Browser, BrowserContext, Page } from '@playwright/test'
import { daysAfter } from '../shared/zone-time.ts'
import { ask } from './ask.ts'
import { expect, expectAccessible, expectHeard, type Farm, test } from './farm.ts'
import { keptIn } from './kept-in.ts'
import { fits, onPhone, ready } from './offline.ts'

test.use(onPhone)

/** The browser's messages about a lost connection, or a record that is not accepted, are not the page's fault. */
const expected = /net::ERR_|WebSocket|Failed to fetch|status of (400|409)|50[234]/
/** Reads in progress at sign-out are refused. */
const expectedAtSignOut = /status of 401/

interface House {
  /** Id of its flock. */
  id: string
  name: string
  /** By the house's clock. */
  today: string
}

const DAYS = 10

/** A house with hens of the Luyuan egg farm, without records of the last days. */
async function houseOf(farm: Farm): Promise<House> {
  const [house] = await ask<House>(
    farm,
    `select f.id, h.name, (now() at time zone 'Asia/Shanghai')::date::text as today
      from flock f join house h on h.id = f.house_id
      join account a on a.username = 'worker' and starts_with(h.office_path, a.office_path)
      where f.ended_on is null and f.deleted_at is null and f.type = 'layer' and f.placed_on < current_date - 30
      order by h.name limit 1`,
  )
  if (!house) throw new Error('no such house at the farm')
  await ask(farm, 'delete from flock_record where flock_id = $1 and day > $2::date - $3::int', [
    house.id,
    house.today,
    DAYS + 1,
  ])
  return house
}

interface Told {
  day: string
  dead: number | null
  feed: number | null
  note: string
  by: string
  version: number
}
/** The server's records of a house's last days, oldest first. */
const toldOf = (farm: Farm, { id, today }: House): Promise<Told[]> =>
  ask<Told>(
    farm,
    `select day::text, dead, feed, note, actor_name as by, version from flock_record
      where flock_id = $1 and day > $2::date - $3::int order by day`,
    [id, today, DAYS + 1],
  )
const notesOf = async (farm: Farm, house: House) =>
  (await toldOf(farm, house)).map(({ note, version }) => `${note} ${version}`)

/** Another phone, with another person. */
async function otherPhone(
  browser: Browser,
  farm: Farm,
  account: string,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ ...onPhone, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  const page = await context.newPage()
  await ready(page, farm, account)
  return { context, page }
}

const bar = (page: Page) => page.getByRole('status').filter({ hasText: '条' }).filter({ hasText: '记录' })
const waiting = (page: Page) => page.getByRole('region', { name: '暂存在本机' })
const note = (page: Page) => page.getByLabel('备注')
const dead = (page: Page) => page.getByLabel('死亡', { exact: true })
const feed = (page: Page) => page.getByLabel('耗料', { exact: true })
const keep = (page: Page) => page.getByRole('button', { name: /^(保存记录|暂存在本机)$/ })
const conflict = (page: Page) => page.getByRole('alert').filter({ hasText: '也记录了这一天' })

/** Opens today's form of a house from the list as last seen. */
async function openSeen(page: Page, { name }: House): Promise<void> {
  await page.getByRole('region', { name: '上次看到的批次' }).getByRole('button', { name }).click()
  await expect(keep(page)).toBeVisible()
}

interface Typed {
  dead: number
  feed: number
  note: string
}
/** Fills in a day's form at its address, as if opening the app anew each time, and saves it on the phone. */
async function write(page: Page, farm: Farm, { id }: House, day: string, typed: Typed): Promise<void> {
  await page.goto(`${farm.url}/chicken-batch?record=${id}&day=${day}`)
  await dead(page).fill(String(typed.dead))
  await feed(page).fill(String(typed.feed))
  await note(page).fill(typed.note)
  await keep(page).click()
  await expect(page.getByText('已暂存在本机，联网后自动上传。')).toBeVisible()
}

test('a worker records the day in the house without network: it is saved, outlives the tab and is sent once', async ({
  context,
  page,
  farm,
  problems,
}) => {
  const house = await houseOf(farm)
  await ready(page, farm, 'worker')
  await context.setOffline(true)

  await page.goto(`${farm.url}/chicken-batch`)
  await expect(page.getByRole('heading', { level: 1, name: '批次与养殖日志' })).toBeVisible()
  await openSeen(page, house)
  await expect(page.getByRole('status').filter({ hasText: '无网络，显示的是' })).toBeVisible()
  await expect(page.getByRole('button', { name: '暂存在本机' })).toBeVisible()
  await expectAccessible(page)
  await fits(page)
  await dead(page).fill('3')
  await note(page).fill('舍内无网络')

  // The tab is closed before the record was saved: what was typed is restored, once the browser has stored it.
  await expect.poll(async () => JSON.stringify(await keptIn(page, 'drafts'))).toContain('舍内无网络')
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
  await expect(waiting(again)).toContainText(house.name)
  await expectAccessible(again)
  await fits(again)
  await waiting(again).getByRole('button', { name: /^打开/ }).click()
  await expect(note(again)).toHaveValue('舍内无网络')
  await again.getByRole('button', { name: '查看批次' }).click()
  await expect(again.getByRole('region', { name: '上次看到的批次' })).toContainText(house.name)

  // Closed and opened again, still without network.
  await again.close()
  const last = await context.newPage()
  await last.goto(`${farm.url}/chicken-batch`)
  await expect(bar(last)).toContainText('1 条记录暂存在本机，尚未上传')
  await expect(waiting(last)).toContainText(house.name)
  await expectAccessible(last)
  await fits(last)
  expect(await notesOf(farm, house)).toEqual([])

  await last.close()
  await context.setOffline(false)
  const online = await context.newPage()
  await online.goto(`${farm.url}/dashboard/workplace`)
  await expect.poll(() => notesOf(farm, house)).toEqual(['舍内无网络 1'])
  await expect(bar(online)).toBeHidden()
  expect(await keptIn(online, 'records')).toEqual([[]])
  expect(problems.splice(0).filter(problem => !expected.test(problem))).toEqual([])
})

test('two phones record the same ten days without network: twenty records become ten, and people decide where they differ', async ({
  browser,
  context,
  page,
  farm,
  problems,
}) => {
  const house = await houseOf(farm)
  const days = Array.from({ length: DAYS }, (_, ago) => daysAfter(house.today, ago + 1 - DAYS))
  /** Three days are recorded alike; for the others the manager counted other birds, other feed, and wrote another note. */
  const isAlike = (at: number) => at < 3
  const workers = (at: number): Typed => ({ dead: at + 1, feed: 1_000 + at, note: `第${at}天` })
  const managers = (at: number): Typed =>
    isAlike(at) ? workers(at) : { dead: at + 11, feed: 2_000 + at, note: `场长第${at}天` }

  await ready(page, farm, 'worker')
  const { context: otherContext, page: other } = await otherPhone(browser, farm, 'manager')
  await context.setOffline(true)
  await otherContext.setOffline(true)
  for (const [at, day] of days.entries()) {
    await write(page, farm, house, day, workers(at))
    await write(other, farm, house, day, managers(at))
  }
  await expect(bar(page)).toContainText('10 条记录暂存在本机')
  await expect(bar(other)).toContainText('10 条记录暂存在本机')
  expect(await toldOf(farm, house)).toEqual([])

  await context.setOffline(false)
  await expect.poll(() => toldOf(farm, house).then(told => told.length)).toBe(DAYS)
  await expect(bar(page)).toBeHidden()
  await otherContext.setOffline(false)
  await expect(bar(other)).toContainText('7 条暂存的记录需要您处理')
  // Nothing of the worker's was overwritten, and nothing of the manager's is lost.
  expect(await toldOf(farm, house)).toEqual(
    days.map((day, at) => expect.objectContaining({ day, ...workers(at), by: '赵强', version: 1 })),
  )
  await other.goto(`${farm.url}/chicken-batch`)
  await expect(waiting(other).getByRole('listitem')).toHaveCount(7)
  await expect(waiting(other)).toContainText('赵强 也记录了这一天')
  await expectAccessible(other)

  for (const [at, day] of days.entries()) {
    if (isAlike(at)) continue
    await other.goto(`${farm.url}/chicken-batch?record=${house.id}&day=${day}`)
    const says = conflict(other)
    const row = (name: string) => says.getByRole('row', { name: new RegExp(`^${name}`) })
    // Both versions.
    await expect(row('死亡')).toContainText(String(managers(at).dead))
    await expect(row('死亡')).toContainText(String(workers(at).dead))
    await expect(row('备注')).toContainText(managers(at).note)
    await expect(row('备注')).toContainText(workers(at).note)
    const whole = says.getByRole('button', { name: '保存所选' })
    await expect(whole).toBeDisabled()
    if (at % 3 === 0) await says.getByRole('button', { name: '以我的为准' }).click()
    else if (at % 3 === 1) await says.getByRole('button', { name: '采用对方的' }).click()
    else {
      await fits(other)
      await expectAccessible(other)
      await says.getByRole('radio', { name: /^死亡：您的/ }).check()
      await says.getByRole('radio', { name: /^耗料：对方的/ }).check()
      await expect(whole).toBeDisabled()
      await says.getByRole('radio', { name: /^备注：您的/ }).check()
      await whole.click()
    }
    await expect(says).toBeHidden()
    const left = days.filter((_, later) => later > at && !isAlike(later)).length
    if (left > 0) await expect(bar(other)).toContainText(`${left} 条暂存的记录需要您处理`)
  }
  await expect(bar(other)).toBeHidden()
  const decided = days.map((day, at) => {
    if (isAlike(at) || at % 3 === 1) return { day, ...workers(at), by: '赵强', version: 1 }
    if (at % 3 === 0) return { day, ...managers(at), by: '李秀英', version: 2 }
    return { day, ...managers(at), feed: workers(at).feed, by: '李秀英', version: 2 }
  })
  await expect.poll(() => toldOf(farm, house)).toEqual(decided)
  expect(await keptIn(page, 'records')).toEqual([[]])
  expect(await keptIn(other, 'records')).toEqual([[]])
  await otherContext.close()
  expect(problems.splice(0).filter(problem => !expected.test(problem))).toEqual([])
})

test('the server is killed between a record and its answer: the app opens, nothing is lost and nothing is sent twice', async ({
  context,
  page,
  farm,
  problems,
}) => {
  const house = await houseOf(farm)
  // Today first: the demonstration itself records the days after the last one when it starts.
  const days = [0, 1, 2].map(ago => daysAfter(house.today, -ago))
  await ready(page, farm, 'worker')
  await context.setOffline(true)
  for (const [at, day] of days.entries())
    await write(page, farm, house, day, { dead: at + 1, feed: 900, note: `断电${at}` })

  // The server accepts the first, and dies before its answer arrives.
  let isTaken = false
  await context.route(/\/flock-records\//, async (route, request) => {
    if (request.method() !== 'PUT' || isTaken) return route.fallback()
    isTaken = true
    await route.fetch()
    await farm.server.kill()
    await route.abort()
  })
  await context.setOffline(false)
  await expect.poll(() => notesOf(farm, house)).toEqual(['断电0 1'])
  await expect.poll(() => fetch(farm.url).catch(() => 'dead')).toBe('dead')

  // Nobody answers although there is a network: the app opens and still has all three.
  const again = await context.newPage()
  await page.close()
  await again.goto(`${farm.url}/chicken-batch`)
  await expect(bar(again)).toContainText('3 条记录暂存在本机，尚未上传')
  await expect(waiting(again).getByRole('listitem')).toHaveCount(3)
  await again.goto(`${farm.url}/chicken-batch?record=${house.id}&day=${days[0]}`)
  await expect(note(again)).toHaveValue('断电0')

  await farm.server.start()
  await expect.poll(() => notesOf(farm, house)).toEqual(['断电2 1', '断电1 1', '断电0 1'])
  await expect(bar(again)).toBeHidden()
  await expectHeard(farm)
  expect(problems.splice(0).filter(problem => !expected.test(problem))).toEqual([])
})

test('a record that is refused later stays, names the wrong field and is sent once corrected', async ({
  context,
  page,
  farm,
  problems,
}) => {
  const house = await houseOf(farm)
  await ready(page, farm, 'worker')
  await context.setOffline(true)
  await write(page, farm, house, house.today, { dead: 400_000, feed: 950, note: '多写了几个零' })
  await context.setOffline(false)
  await expect(bar(page)).toContainText('1 条暂存的记录需要您处理')
  await page.goto(`${farm.url}/chicken-batch`)
  await expect(waiting(page)).toContainText('死亡：当日存栏只有')
  await expectAccessible(page)
  await fits(page)
  await waiting(page).getByRole('button', { name: /^打开/ }).click()
  await expect(dead(page)).toHaveValue('400000')
  await expect(feed(page)).toHaveValue('950')
  await expect(note(page)).toHaveValue('多写了几个零')
  await expect(page.getByText(/^当日存栏只有/)).toBeVisible()
  expect(await toldOf(farm, house)).toEqual([])
  await dead(page).fill('4')
  await keep(page).click()
  await expect.poll(() => notesOf(farm, house)).toEqual(['多写了几个零 1'])
  await expect(bar(page)).toBeHidden()
  expect(problems.splice(0).filter(problem => !expected.test(problem))).toEqual([])
})

test('a shared phone: unsent records of the last user are not shown to the next one, not sent as theirs and not lost', async ({
  context,
  page,
  farm,
  problems,
}) => {
  const house = await houseOf(farm)
  await ready(page, farm, 'worker')
  await context.setOffline(true)
  await write(page, farm, house, house.today, { dead: 5, feed: 940, note: '赵强写的' })
  await signOut(page, '1 条记录尚未上传，将保留在本机')
  // What was read from the farm is gone; what was recorded is not.
  expect(await keptIn(page, 'last-user')).toEqual([])
  expect(await keptIn(page, 'seen')).toEqual([])
  expect(await keptIn(page, 'drafts')).toEqual([])
  expect(await keptIn(page, 'records')).toHaveLength(1)

  await context.setOffline(false)
  await ready(page, farm, 'manager')
  await page.goto(`${farm.url}/chicken-batch?record=${house.id}`)
  await expect(note(page)).toHaveValue('')
  await expect(bar(page)).toBeHidden()
  await note(page).fill('场长写的')
  await keep(page).click()
  await expect.poll(() => notesOf(farm, house)).toEqual(['场长写的 1'])
  await signOut(page)

  await ready(page, farm, 'worker')
  await expect(bar(page)).toContainText('1 条暂存的记录需要您处理')
  await page.goto(`${farm.url}/chicken-batch?record=${house.id}`)
  await expect(conflict(page)).toContainText('李秀英')
  // What the manager wrote stays; what she left empty is added.
  await expect(conflict(page).getByRole('button', { name: '以我的为准' })).toBeHidden()
  await expect(conflict(page).getByRole('radio', { name: /^备注：对方的/ })).toBeChecked()
  for (const field of ['死亡', '耗料'])
    await conflict(page)
      .getByRole('radio', { name: new RegExp(`^${field}：您的`) })
      .check()
  await conflict(page).getByRole('button', { name: '保存所选' }).click()
  await expect
    .poll(() => toldOf(farm, house))
    .toEqual([{ day: house.today, dead: 5, feed: 940, note: '场长写的', by: '赵强', version: 2 }])
  const unexpected = problems
    .splice(0)
    .filter(problem => !expected.test(problem) && !expectedAtSignOut.test(problem))
  expect(unexpected).toEqual([])
})

async function signOut(page: Page, says?: string): Promise<void> {
  await page.getByRole('button', { name: /账号菜单/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  const asked = page.getByRole('dialog')
  if (says) await expect(asked).toContainText(says)
  await asked.getByRole('button', { name: '退出登录' }).click()
  await page.waitForURL(/\/user\/login/)
}
