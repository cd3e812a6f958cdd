import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { extractText, getDocumentProxy } from 'unpdf'
import english from '#web/features/overhaul/en-US.json' with { type: 'json' }
import chinese from '#web/features/overhaul/zh-CN.json' with { type: 'json' }
import verified from '#web/features/test-record/en-US.json' with { type: 'json' }
import { call } from './api.ts'
import { expect, expectAccessible, type Farm, test, tokenOf } from './farm.ts'
import { newVisitor, widths } from './visitor.ts'

/** Everybody else who was told of a worker's test alarm reads it a moment after it came. */
const OTHERS_ANSWER = `update notice_message set created_at = created_at - interval '10 seconds', read_at = now()
  where business_type = 'alarm-test' and subject_id = (select id from alarm_test order by started_at desc limit 1)
    and account_id <> (select id from account where username_key = $1)`
const OLDER = `update notice_message set created_at = created_at - interval '10 seconds'
  where business_type = 'alarm-test' and account_id = (select id from account where username_key = $1)`

async function superuserOf(farm: Farm): Promise<pg.Client> {
  const database = new pg.Client({ connectionString: farm.server.superuserUrl })
  await database.connect()
  return database
}

test('a worker does the weekly alarm test on the phone: it rings, is answered, and stands in the signed log', async ({
  browser,
  farm,
}) => {
  const look = { theme: 'light', language: 'zh-CN' } as const
  const words = chinese.test
  const database = await superuserOf(farm)
  const { page, visit, goOn, leave } = await newVisitor(browser, farm.url, look, widths.phone)
  try {
    await visit('/device/overhaul/item/client?only=tests&search=报警器', await tokenOf(farm, 'worker'))
    const card = page.getByRole('listitem').filter({ hasText: '测试高温、停电' }).first()
    await expect(card).toBeVisible()
    await card.getByRole('button', { name: new RegExp(`^${words.record}`) }).click()
    const dialog = page.getByRole('dialog')
    // Says on a failure what was there instead.
    await expect(dialog).toContainText(words.send, { timeout: 30_000 })
    await dialog.getByRole('button', { name: words.send }).click()
    const people = dialog.getByRole('region', { name: words.answers }).getByRole('listitem')
    await expect(people.filter({ hasText: words.silent }).first()).toBeVisible()
    await expect(dialog).toContainText('不能替代')
    await expectAccessible(page)
    await database.query(OTHERS_ANSWER, ['worker'])
    await expect(people.filter({ hasText: '应答' }).first()).toBeVisible()
    await database.query(OLDER, ['worker'])
    // The worker's own phone rang as well: reading the message is the answer.
    await goOn('/notice-message')
    const message = page.getByText(/的报警测试|测试报警/).first()
    await expect(message).toBeVisible()
    await page.getByRole('button', { name: /全部.*已读/ }).click()
    await expect(async () => {
      await goOn('/device/overhaul/item/client?log=tests&kind=alarm')
      await expect(page.getByRole('listitem').filter({ hasText: words.passed }).first()).toBeVisible()
    }).toPass({ timeout: 90_000 })
    await expect(page.getByText(/记录完整：全部 \d+ 条均已签名/)).toBeVisible()
    await expectAccessible(page)
    await leave()
  } finally {
    await database.end()
    await page.context().close()
  }
})

/** A test of the backup thermostat in a house of De Linden, done by its owner. */
async function doneTest(farm: Farm): Promise<void> {
  const engineer = await tokenOf(farm, 'engineer')
  const linden = await tokenOf(farm, 'linden')
  const ask = <T>(token: string, path: string, body?: object) =>
    call(farm, token, path, body) as unknown as Promise<T>
  const { items: houses } = await ask<{ items: { id: string }[] }>(linden, '/admin/auth/houses?page=1&size=1')
  const houseId = houses[0]?.id
  const items = await ask<{ id: string }[]>(
    engineer,
    '/admin/auth/overhaul/items/options?search=Backup%20thermostat',
  )
  await ask(engineer, '/admin/auth/overhaul', { houseId, itemIds: [items[0]?.id] })
  const { items: plans } = await ask<{ items: { id: string; proof: string }[] }>(
    linden,
    `/admin/auth/overhaul?houseId=${houseId}&only=tests&size=50`,
  )
  const plan = plans.find(({ proof }) => proof === 'thermostat')
  const body = { setPoint: 26, ranFans: true, note: 'Ran after two minutes', pictures: [] }
  await ask(linden, `/admin/auth/overhaul/${plan?.id}/test`, body)
}

test('an inspector verifies a printed log without an account, and a planted change is found', async ({
  browser,
  farm,
}) => {
  await doneTest(farm)
  const database = await superuserOf(farm)
  const owner = await newVisitor(browser, farm.url, { theme: 'dark', language: 'en-US' }, widths.desk)
  const inspector = await newVisitor(browser, farm.url, { theme: 'light', language: 'en-US' }, widths.phone)
  try {
    const { page } = owner
    await owner.visit('/device/overhaul/item/client?log=tests', await tokenOf(farm, 'linden'))
    await expect(page.getByText(/The log holds/)).toBeVisible()
    await expectAccessible(page)
    const download = page.waitForEvent('download', { timeout: 60_000 })
    await page.getByRole('button', { name: english.test.print }).click()
    await page.getByRole('menuitem', { name: 'Last 30 days' }).click()
    const file = await download
    const { text } = await extractText(
      await getDocumentProxy(new Uint8Array(await readFile(await file.path()))),
      {
        mergePages: true,
      },
    )
    expect(text).toContain('Backup thermostat')
    expect(text).toContain('Ran after two minutes')
    const address = /https?:\/\/\S+\/test-record/.exec(text.replaceAll('\n', ''))?.[0] ?? ''
    expect(new URL(address).pathname).toBe('/test-record')
    const code = /([\w-]{22}) · SHA-256/.exec(text)?.[1] ?? ''

    // As scanned: nobody is signed in.
    const paper = inspector.page
    await paper.goto(`${farm.url}/test-record`)
    await paper.getByLabel(verified.code).fill(code)
    await paper.getByRole('button', { name: verified.look }).click()
    await expect(paper.getByRole('heading', { name: verified.holds })).toBeVisible()
    await expect(paper.getByText('Ran after two minutes')).toBeVisible()
    await expectAccessible(paper)

    await database.query('set session_replication_role = replica')
    const change = (from: string, to: string) =>
      database.query(`update test_entry set payload = replace(payload, $2, $3) where code = $1`, [
        code,
        from,
        to,
      ])
    await change('"setPoint":26', '"setPoint":24')
    await paper.reload()
    await expect(paper.getByRole('alert')).toContainText(verified.broken)
    await expect(paper.getByRole('alert')).toContainText(/Entry \d+ was changed/)
    await expectAccessible(paper)
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('The log was tampered with')
    await change('"setPoint":24', '"setPoint":26')
    await paper.reload()
    await expect(paper.getByRole('heading', { name: verified.holds })).toBeVisible()

    await paper.goto(`${farm.url}/test-record?code=${code.slice(0, -1)}x`)
    await expect(paper.getByRole('heading', { name: verified.unknown })).toBeVisible()
    await owner.leave()
  } finally {
    await database.end()
    for (const who of [owner, inspector]) await who.page.context().close()
  }
})
