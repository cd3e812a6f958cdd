import type { Page } from '@playwright/test'
import pg from 'pg'
import { expect, expectAccessible, type Farm, prefer, signIn, test } from './farm.ts'
import { simulate } from './simulate.ts'

/** Bypasses the database's rules. */
async function query<R extends pg.QueryResultRow>(
  { server }: Farm,
  statement: string,
  values: unknown[] = [],
) {
  const client = new pg.Client({ connectionString: server.superuserUrl })
  await client.connect()
  try {
    return (await client.query<R>(statement, values)).rows
  } finally {
    await client.end()
  }
}

async function houseOf(farm: Farm, name: string): Promise<string> {
  const [house] = await query<{ id: string }>(farm, 'select id from house where name = $1', [name])
  return house?.id ?? ''
}

const changesOf = (farm: Farm, houseId: string) =>
  query<{ state: string; origin: string; returned: boolean }>(
    farm,
    `select state, origin, returned_at is not null as returned from setting_change
     where house_id = $1 order by made_at`,
    [houseId],
  )

test('赶时间的场主选错鸡舍，把有鸡的舍设成“空舍”，被拦下', async ({ page, farm }) => {
  const houseId = await houseOf(farm, '2号蛋鸡舍')
  const before = await changesOf(farm, houseId)
  await prefer(page, 'light', 'zh-CN')
  await signIn(page, farm, 'owner', `/fjznSetting?houseId=${houseId}&group=flock`)
  await expect(page.getByRole('heading', { name: '2号蛋鸡舍 环控参数' })).toBeVisible()
  const mode = page.getByRole('combobox', { name: '鸡舍模式' })
  await mode.selectOption({ label: '空舍' })
  await page.getByRole('button', { name: '核对并下发' }).click()

  const sending = page.getByRole('dialog', { name: /下发到 2号蛋鸡舍/ })
  const question = sending.getByRole('region', { name: '超出安全范围' })
  await expect(question).toContainText(/舍内 [\d,]+ 只蛋鸡/)
  await expect(question).toContainText('会停掉全部风机、加热和灯光，鸡会闷死')
  await expect(question).toContainText(/\d+ 分钟后二氧化碳超过/)
  await expect(sending.getByRole('button', { name: '下发 1 项' })).toBeDisabled()
  await expectAccessible(page)
  // What is offered instead is to leave it as it was.
  await question.getByRole('button', { name: '改用安全做法' }).click()
  await expect(sending).toBeHidden()
  await expect(page.getByRole('button', { name: '核对并下发' })).toBeHidden()
  await expect(mode).not.toHaveValue('0')
  expect(await changesOf(farm, houseId)).toEqual(before)
})

/** Ends that people mean as the next morning, brought near: nobody waits for six o'clock. ms */
const NIGHT_MS = 90_000

/** Sends an offset that is to hold until the morning. */
async function warmer(page: Page, by: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Target offset' }).fill(by)
  await page.getByRole('button', { name: 'Review and send' }).click()
  const sending = page.getByRole('dialog', { name: /Send to House 3/ })
  await sending.getByRole('button', { name: 'until 06:00' }).click()
  await sending.getByRole('button', { name: 'Send 1 change' }).click()
  await expect(sending.getByRole('status')).toContainText('Synced', { timeout: 20_000 })
  await sending.getByText('Close', { exact: true }).click()
}

test('a farmer adds a degree until 06:00 twice in one night, and in the morning the old target holds', async ({
  page,
  farm,
}) => {
  const houseId = await houseOf(farm, 'House 3')
  const known = (await changesOf(farm, houseId)).length
  let morning: string | undefined
  await page.route('**/changes', async route => {
    if (route.request().method() !== 'POST') return route.fallback()
    morning ??= new Date(Date.now() + NIGHT_MS).toISOString()
    const body = { ...(route.request().postDataJSON() as object), returnsAt: morning }
    return route.continue({ postData: JSON.stringify(body) })
  })
  await prefer(page, 'dark', 'en-US')
  await signIn(page, farm, 'linden', `/deviceSetting/targetParameter?houseId=${houseId}`)
  const offset = page.getByRole('textbox', { name: 'Target offset' })
  await expect(offset).toHaveValue('0.0')

  await warmer(page, '1')
  const card = page.getByRole('region', { name: 'Temporary change' })
  await expect(card).toContainText('1.0 °C')
  await expect(offset).toHaveValue('1.0')
  await warmer(page, '2')
  await expect(card).toContainText('2.0 °C')
  await expectAccessible(page)

  await expect(offset).toHaveValue('0.0', { timeout: 2 * NIGHT_MS })
  await expect(card).toBeHidden()
  await expect
    .poll(async () => (await changesOf(farm, houseId)).slice(known))
    .toEqual([
      { state: 'synced', origin: 'remote', returned: true },
      { state: 'synced', origin: 'remote', returned: true },
    ])
})

test('夜里目标温度临时调高一度，工作台和监控上都写明到几点，并可当场结束', async ({ page, farm }) => {
  const houseId = await houseOf(farm, '2号蛋鸡舍')
  await prefer(page, 'dark', 'zh-CN')
  await signIn(page, farm, 'owner', `/deviceSetting/targetParameter?houseId=${houseId}`)
  await page.getByRole('textbox', { name: '目标温度偏移' }).fill('1')
  const send = async () => {
    await page.getByRole('button', { name: '核对并下发' }).click()
    const sending = page.getByRole('dialog', { name: /下发到 2号蛋鸡舍/ })
    const morning = sending.getByRole('button', { name: '到 06:00' })
    return { sending, morning, go: () => sending.getByRole('button', { name: '下发 1 项' }).click() }
  }
  const first = await send()
  await first.morning.click()
  await first.go()
  await expect(first.sending.getByRole('status')).toContainText('已同步', { timeout: 60_000 })
  await first.sending.getByText('关闭', { exact: true }).click()

  await page.goto(`${farm.server.url}/dashboard/workplace`)
  const tile = page.locator('.workplace-tile', { hasText: '2号蛋鸡舍' })
  await expect(tile).toContainText(/\+1\.0.°C 至 .*06:00/)
  await tile.click()
  await expect(page.getByRole('region', { name: '关键指标' })).toContainText(/\+1\.0.°C 至 .*06:00/)
  const card = page.getByRole('region', { name: '临时修改' })
  await expect(card).toContainText(/目标温度偏移 1\.0.°C\s*至 .*06:00 → 0\.0.°C · /)
  await expectAccessible(page)
  await card.getByRole('button', { name: '立即结束' }).click()

  const end = await send()
  await end.go()
  await expect(end.sending.getByRole('status')).toContainText('已同步', { timeout: 60_000 })
  await end.sending.getByText('关闭', { exact: true }).click()
  await page.goto(`${farm.server.url}/screen/index?houseId=${houseId}`)
  await expect(page.getByRole('heading', { name: '2号蛋鸡舍' })).toBeVisible()
  await expect(page.getByRole('region', { name: '关键指标' })).toContainText('目标')
  await expect(card).toBeHidden()
})

test('an engineer explains a refused change to the owner from the history alone', async ({
  page,
  farm,
  browser,
}) => {
  const houseId = await houseOf(farm, 'House 2')
  const address = `/deviceSetting/targetParameter?houseId=${houseId}`
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const owner = await context.newPage()
  try {
    expect(await simulate(farm, '--fault', 'locked', '--house', 'EC-BV-02')).toContain('Planted: locked')
    await prefer(owner, 'light', 'en-US')
    await signIn(owner, farm, 'linden', address)
    const night = owner.getByRole('textbox', { name: 'Night setback' })
    await night.fill('-0.7')
    await owner.getByRole('button', { name: 'Review and send' }).click()
    const sending = owner.getByRole('dialog', { name: /Send to House 2/ })
    await sending.getByRole('textbox', { name: /Reason/ }).fill('Warm nights')
    await sending.getByRole('button', { name: 'Send 1 change' }).click()
    await expect(sending.getByRole('status')).toContainText('Refused', { timeout: 60_000 })
    await owner.close()

    // Later, on the phone with the owner: the history says who wanted what, when and why, and why not.
    await prefer(page, 'dark', 'zh-CN')
    await signIn(page, farm, 'engineer', address)
    const last = page.locator('.setting-history').getByRole('listitem').first()
    await expect(last).toContainText('环控器拒绝')
    await expect(last).toContainText('Joost van den Berg')
    await expect(last).toContainText('Warm nights')
    await expect(last).toContainText('参数未变')
    await expect(last).toContainText('面板已锁定')
    await expect(last).toContainText(/夜间降温.*−0\.7/)
    await expectAccessible(page)
  } finally {
    await simulate(farm, '--fault', 'locked', '--house', 'EC-BV-02', '--end')
    await context.close()
  }
})
