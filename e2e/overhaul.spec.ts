import pg from 'pg'
import { pushFailures, pushStates } from '#shared/overhaul-pushes.ts'
import english from '#web/features/overhaul/en-US.json' with { type: 'json' }
import chinese from '#web/features/overhaul/zh-CN.json' with { type: 'json' }
import { newId } from '../server/platform/database/ids.ts'
import { expect, expectAccessible, test, tokenOf } from './farm.ts'
import { newVisitor, widths } from './visitor.ts'

const words = { 'zh-CN': chinese, 'en-US': english }

test('a worker records an overhaul on the phone: the failed check becomes a repair', async ({
  browser,
  farm,
}) => {
  const look = { theme: 'light', language: 'zh-CN' } as const
  const { page, visit, goOn, leave } = await newVisitor(browser, farm.url, look, widths.phone)
  await visit('/device/overhaul/item/client?search=皮带', await tokenOf(farm, 'worker'))
  const card = page
    .getByRole('listitem')
    .filter({ hasText: '检查皮带张紧度' })
    .filter({ hasText: '1号蛋鸡舍' })
  await expect(card).toContainText('已逾期')
  await card.getByRole('button', { name: /^完成检修/ }).click()
  const form = page.getByRole('dialog')
  const judge = (check: string, result: string) =>
    form.getByRole('group', { name: check }).getByRole('button', { name: result, exact: true }).click()
  await judge('皮带与皮带轮外缘齐平', '合格')
  await judge('张紧度合适', '不合格')
  await form.getByRole('button', { name: '完成检修' }).click()
  await expect(form).toContainText('请逐项选择结果')
  await judge('无裂纹、无磨损', '合格')
  await form.getByLabel('说明').fill('皮带打滑，已停用该风机')
  await expectAccessible(page)
  await form.getByRole('button', { name: '完成检修' }).click()
  await expect(form).toBeHidden()
  await expect(card).not.toContainText('已逾期')
  // The calendar leads to exactly what is due on a day.
  await goOn('/device/overhaul/item/client?view=calendar')
  const day = page.getByRole('button', { name: /\d 项检修/ }).first()
  const due = Number.parseInt((await day.locator('b').textContent())?.trim() ?? '', 10)
  await expectAccessible(page)
  await day.click()
  await expect(page.getByText(`${due} 条符合条件`)).toBeVisible()
  await goOn('/device-maintain/repair')
  await expect(page.getByRole('listitem').filter({ hasText: '张紧度合适' })).toContainText('待受理')
  await leave()
  await page.context().close()
})

/** A reminder to a customer's people, due since yesterday. */
const DUE = `insert into overhaul_push (id, office_id, office_path, chinese_text, english_text, type, mode, first_on, clock, next_on)
  select $1, o.id, o.path, $2, $3, 'maintenance', 'timed', current_date - 1, '08:00', current_date - 1
  from account a join office of on of.id = a.office_id join office o on o.path = of.farm_path where a.username_key = $4`
/** Disables all people of a customer, so that none of them receives anything. */
const DISABLE = `update account set disabled_at = case when $2 then now() end where office_path ^@
  (select of.farm_path from account a join office of on of.id = a.office_id where a.username_key = $1)`

const looks = [
  ['zh-CN', 'light', 'phone', ['夏季前清洗水帘', 'Clean the pads before summer']],
  ['en-US', 'dark', 'desk', ['核对应急电话', 'Check the emergency numbers']],
] as const

for (const [language, theme, width, texts] of looks)
  test(`a reminder that reaches nobody says why, is pushed again and arrives at once: ${language}`, async ({
    browser,
    farm,
  }) => {
    const say = words[language]
    const said = texts[language === 'zh-CN' ? 0 : 1]
    const database = new pg.Client({ connectionString: farm.server.superuserUrl })
    await database.connect()
    const engineer = await newVisitor(browser, farm.url, { theme, language }, widths.desk)
    const farmer = await newVisitor(browser, farm.url, { theme, language }, widths[width])
    try {
      await database.query(DISABLE, ['siam', true])
      await database.query(DUE, [newId(), ...texts, 'siam'])
      await engineer.visit(
        `/deviceOverhaulPushMessageList?search=${encodeURIComponent(said)}`,
        await tokenOf(farm, 'engineer'),
      )
      const row = engineer.page.getByRole('row', { name: new RegExp(said) })
      await expect(async () => {
        await engineer.page.reload()
        await expect(row).toContainText(pushStates.failed[language])
      }).toPass({ timeout: 60_000 })
      await expect(row).toContainText(pushFailures.nobody[language])
      await expectAccessible(engineer.page)

      await database.query(DISABLE, ['siam', false])
      await farmer.visit('/notice-message', await tokenOf(farm, 'siam'))
      await farmer.settled()
      await expect(farmer.page.getByText(said)).toHaveCount(0)
      await row.getByRole('button', { name: new RegExp(`^${say.retry}`) }).click()
      await expect(row).toContainText(pushStates.success[language])
      // The farm's messages appear without reloading.
      await expect(farmer.page.getByText(said).first()).toBeVisible()
      await expectAccessible(farmer.page)
      for (const who of [engineer, farmer]) expect(who.problems).toEqual([])
    } finally {
      await database.query(DISABLE, ['siam', false])
      await database.end()
      for (const who of [engineer, farmer]) await who.page.context().close()
    }
  })
