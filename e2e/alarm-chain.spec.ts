import type { Page } from '@playwright/test'
import pg from 'pg'
import { type Gateway, startGateway } from '../server/platform/calls/testing/gateway.ts'
import { startController } from './controller.ts'
import { expect, expectAccessible, type Farm, prefer, signIn, test as story } from './farm.ts'

/** A gateway for phone calls on this machine hears whom the server wants called. */
const test = story.extend<object, { gateway: Gateway }>({
  gateway: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, give) => {
      const gateway = await startGateway()
      await give(gateway)
      await gateway.stop()
    },
    { scope: 'worker' },
  ],
  outside: [
    async ({ gateway }, give) =>
      give({ ALERT_WEBHOOK_URL: gateway.url, ALERT_WEBHOOK_SECRET: gateway.secret }),
    { scope: 'worker' },
  ],
})

async function inDatabase<T>({ server }: Farm, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server.superuserUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const ofHouse = 'select a.id from alarm a join house h on h.id = any(a.house_ids) where h.name = $1'

/** So much time goes by for everybody who was told of the alarms of a house. */
const pass = (farm: Farm, house: string, minutes: number) =>
  inDatabase(farm, client => {
    const by = `interval '${minutes} minutes'`
    return client.query(
      `with those as (${ofHouse}),
         a as (update alarm set chain_from = chain_from - ${by}, chain_at = now() where id in (select id from those))
       update alarm_event set at = at - ${by}, chain_from = chain_from - ${by} where alarm_id in (select id from those)`,
      [house],
    )
  })

/** Whether the server will not look at the chains of a house again, and how many people it has told of them. */
const chainOf = (farm: Farm, house: string) =>
  inDatabase(farm, async client => {
    const { rows } = await client.query<{ isOver: boolean; told: number }>(
      `select bool_and(chain_at is null) as "isOver",
         (select count(*)::int from alarm_event where kind = 'told' and alarm_id in (${ofHouse})) as told
       from alarm where id in (${ofHouse})`,
      [house],
    )
    return rows[0] ?? { isOver: false, told: 0 }
  })

/** The farmer has a phone of their own, and nobody else is on call. */
const givePhone = (farm: Farm, username: string, phone: string) =>
  inDatabase(farm, async client => {
    await client.query('delete from alarm_duty')
    await client.query('update account set phone = $1 where username = $2', [phone, username])
    // The farm's own number, which a statement without a scope does not look like.
    await client.query('update account set phone_from_above = false where username = $1', [username])
  })

/** The printed code of a house, made at the desk by day. */
async function printCode(page: Page, farm: Farm, house: string): Promise<string> {
  await signIn(page, farm, 'linden', `/chicken-home-manage?search=${encodeURIComponent(house)}`)
  const row = page.getByRole('row', { name: new RegExp(house) })
  await row.getByRole('button', { name: /More|Actions/ }).click()
  await page.getByRole('menuitem', { name: 'On-site code' }).click()
  const dialog = page.getByRole('dialog', { name: /On-site code/ })
  const made = page.waitForResponse(
    answer => answer.url().includes('/house-codes/') && answer.request().method() === 'POST',
  )
  await dialog.getByRole('button', { name: 'Make a code' }).click()
  const { data } = (await (await made).json()) as { data: { code: string } }
  await expect(dialog.getByRole('img', { name: /On-site code/ })).toBeVisible()
  await expectAccessible(page)
  return data.code
}

const nights = {
  'en-US': {
    house: 'Lone house',
    alarm: 'High temperature',
    going: /I’m on my way/,
    isGoing: 'on the way',
    told: 'Who was told',
    arrived: 'You are on site in Lone house: 1 alarm.',
    byCode: 'by the house’s code',
    called: 'call',
    step: 'step 2',
  },
  'zh-CN': {
    house: '独守舍',
    alarm: '高温',
    going: /我正前往/,
    isGoing: '正前往',
    told: '通知过谁',
    arrived: '您已到独守舍现场，1 条报警。',
    byCode: '扫码验证',
    called: '电话',
    step: '第 2 步',
  },
} as const

for (const language of ['en-US', 'zh-CN'] as const)
  test(`the night of a farmer alone: woken, on the way, proves to be there by the code of the house (${language})`, async ({
    page,
    farm,
    gateway,
  }) => {
    const t = nights[language]
    const { house } = t
    const phoneNumber = language === 'en-US' ? '+31 342 555 0170' : '+31 342 555 0171'
    const controller = await startController(farm, `STORY-CHAIN-1-${language}`, house)
    const phone = await page.context().newPage()
    try {
      await givePhone(farm, 'linden', phoneNumber)
      await prefer(page, 'dark', 'en-US')
      const code = await printCode(page, farm, house)

      // At night the phone rings.
      controller.report(34.2, { HighTemp: true })
      const rung = () =>
        gateway.heard.find(
          ({ isOurs, call }) => isOurs && call.to === phoneNumber && call.text.includes(house),
        )?.call
      await expect.poll(rung, { timeout: 60_000 }).toMatchObject({ type: 'alarm.call', level: 'critical' })

      // It shows one alarm.
      await phone.setViewportSize({ width: 390, height: 844 })
      await prefer(phone, 'dark', language)
      await signIn(phone, farm, 'linden', '/house-alarm', language)
      const chip = phone.getByRole('button', { name: new RegExp(`${t.alarm}.*${house}`) })
      const focus = phone.locator('.alarm-focus')
      await expect(chip.or(focus.filter({ hasText: house })).first()).toBeVisible()
      if (await chip.isVisible()) await chip.click()
      await expect(focus).toContainText(house)
      const told = phone.getByRole('list', { name: t.told })
      await expect(told).toContainText(t.called)
      await phone.getByRole('button', { name: t.going }).click()
      await expect(told).toContainText(t.isGoing)
      await expectAccessible(phone)
      // The code in the house opens this.
      await phone.goto(`${farm.url}/house-alarm?code=${encodeURIComponent(code)}`)
      await expect(phone.getByText(t.arrived)).toBeVisible()
      await expect(told).toContainText(t.byCode)
      await expect(phone.getByRole('button', { name: t.going })).toBeHidden()

      // Half an hour later the server looks at it once more, finds it over, and tells nobody.
      const { told: before } = await chainOf(farm, house)
      expect(before).toBeGreaterThan(0)
      await pass(farm, house, 30)
      await expect.poll(async () => (await chainOf(farm, house)).isOver, { timeout: 60_000 }).toBe(true)
      expect((await chainOf(farm, house)).told).toBe(before)
      await phone.reload()
      await expect(told).toContainText(t.byCode)
      await expect(told.getByRole('listitem').filter({ hasText: t.step })).toHaveCount(0)
    } finally {
      controller.stop()
      await phone.close()
    }
  })

test('a plan of two steps: the second person is told though the first has seen it, and it says that nobody went', async ({
  page,
  farm,
}) => {
  const house = 'House on call'
  const controller = await startController(farm, 'STORY-CHAIN-2', house)
  try {
    await prefer(page, 'dark', 'en-US')
    await signIn(page, farm, 'linden', '/house-alarm/rule')
    const plan = page.getByRole('region', { name: 'On call' })
    const add = async (step: string) => {
      await plan.getByRole('button', { name: 'Put on call' }).click()
      const form = page.getByRole('dialog', { name: 'Put on call' })
      await form.getByRole('combobox', { name: 'Person' }).click()
      await page
        .locator('.ant-select-dropdown:visible .ant-select-item-option')
        .nth(step === 'Step 1' ? 0 : 1)
        .click()
      await form.getByLabel('From', { exact: true }).fill('00:00')
      await form.getByLabel('Until', { exact: true }).fill('00:00')
      if (step !== 'Step 1') {
        await form.getByRole('combobox', { name: 'Place in the chain' }).click()
        await page.getByTitle(step, { exact: true }).click()
      }
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(form).toBeHidden()
    }
    await add('Step 1')
    await add('Step 2')
    await expect(plan.getByRole('status')).toContainText('Step 2')
    await plan.getByRole('button', { name: 'Add holiday' }).click()
    const form = page.getByRole('dialog', { name: 'Add holiday' })
    await form.getByLabel('Name').fill('Christmas')
    await form.getByLabel('First day').fill('2026-12-25')
    await form.getByLabel('Last day').fill('2026-12-26')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(plan.getByText('Christmas')).toBeVisible()
    await expectAccessible(page)

    controller.report(33.4, { HighTemp: true })
    await page.goto(`${farm.url}/house-alarm?search=${encodeURIComponent(house)}`)
    const told = page.getByRole('list', { name: 'Who was told' })
    await expect(told).toContainText('step 1', { timeout: 30_000 })
    await expect(told).toContainText('told next')
    await expect(page.getByText(/On call now: /).first()).toBeVisible()
    await page.getByRole('button', { name: 'Seen', exact: true }).click()
    await expect(told).toContainText('seen')
    await pass(farm, house, 5.5)
    await expect(told).toContainText('step 2', { timeout: 40_000 })
    await expectAccessible(page)
    await page.goto(`${farm.url}/notice-message`)
    await expect(
      page.getByText(new RegExp(`${house}: High temperature.*nobody on site yet`)).first(),
    ).toBeVisible()
  } finally {
    controller.stop()
  }
})
