import type { Locator, Page } from '@playwright/test'
import { repairFields } from '#shared/contracts/repairs.ts'
import { repairStandings, repairSteps } from '#shared/repairs.ts'
import { daysAfter } from '#shared/zone-time.ts'
import components from '#web/components/en-US.json' with { type: 'json' }
import chineseComponents from '#web/components/zh-CN.json' with { type: 'json' }
import english from '#web/features/repairs/en-US.json' with { type: 'json' }
import chinese from '#web/features/repairs/zh-CN.json' with { type: 'json' }
import { startController } from './controller.ts'
import { expect, expectAccessible, test, tokenOf } from './farm.ts'
import { newVisitor, widths } from './visitor.ts'

const words = { 'zh-CN': { ...chineseComponents, ...chinese }, 'en-US': { ...components, ...english } }
const APPLY = { 'zh-CN': '申请报修', 'en-US': 'Request repair' }
const told = {
  'zh-CN': {
    house: '报修的鸡舍',
    description: '3号风机不转，热继电器反复跳闸。',
    record: '轴承卡死，带一套 6205 轴承；在此之前请停用该风机。',
  },
  'en-US': {
    house: 'House to be repaired',
    description: 'Fan 3 does not turn, its relay trips again and again.',
    record: 'The bearing is stuck: bring a 6205. Leave the fan off until then.',
  },
}

const looks = [
  ['zh-CN', 'light', 'phone'],
  ['en-US', 'dark', 'desk'],
] as const

for (const [language, theme, width] of looks)
  test(`a farm requests a repair from an alarm, and both sides see each step at once: ${language}`, async ({
    browser,
    farm,
  }) => {
    const [say, { house, description, record }] = [words[language], told[language]]
    const controller = await startController(farm, `STORY-REPAIR-${width}`, house)
    const farmer = await newVisitor(browser, farm.url, { theme, language }, widths[width])
    const engineer = await newVisitor(browser, farm.url, { theme: 'light', language }, widths.desk)
    const { page } = farmer
    const state = (standing: keyof typeof repairStandings) => (panel: Locator) =>
      expect(panel.getByText(repairStandings[standing][language]).first()).toBeVisible()
    try {
      controller.report(34, { HighTemp: true })
      await farmer.visit(`/house-alarm?search=${encodeURIComponent(house)}`, await tokenOf(farm, 'linden'))
      // On a desk the first alarm is already open beside the list.
      if (width === 'phone')
        await page
          .getByRole('row', { name: new RegExp(house) })
          .getByRole('button')
          .first()
          .click()
      await page.getByRole('button', { name: APPLY[language] }).first().click()

      // What the alarm is about is filled in; a person adds the rest.
      const form = page.getByRole('dialog')
      await expect(form).toContainText(house)
      await form.getByLabel(repairFields.description.label[language]).fill(description)
      await form.getByLabel(repairFields.phone.label[language]).fill('+31 6 1234 5678')
      await form.getByRole('button', { name: say.send }).click()
      await expect(form.getByText(say.agree.first)).toBeVisible()
      await form.getByRole('checkbox').check()
      await form.getByRole('button', { name: say.send }).click()
      await expect(page.getByText(say.applied)).toBeVisible()
      const mine = detailOf(page)
      await state('pending')(mine)
      await expect(mine.getByText(say.readings)).toBeVisible()
      await expectAccessible(page)
      const number = /RP\d{8}-\d{4}/.exec((await mine.textContent()) ?? '')?.[0]

      await engineer.visit(
        `/device-maintain/repair/admin-list?search=${number}`,
        await tokenOf(farm, 'engineer'),
      )
      await engineer.page.getByRole('row', { name: new RegExp(number ?? 'none') }).click()
      const theirs = detailOf(engineer.page)
      await expect(theirs).toContainText(description)
      await take(engineer.page, theirs, repairSteps.accept.label[language], async asked => {
        await asked.getByLabel(repairSteps.accept.fields.record.label[language]).fill(record)
      })
      await state('accepted')(theirs)
      // The farm's page shows it without reloading.
      await state('accepted')(mine)
      await expect(mine).toContainText(record)

      const day = daysAfter(new Date().toISOString().slice(0, 10), 2)
      await take(engineer.page, theirs, repairSteps.plan.label[language], async asked => {
        const visit = repairSteps.plan.fields.visitAt.label[language]
        await asked.getByLabel(visit, { exact: true }).fill(day)
        await asked
          .getByLabel(
            (language === 'en-US' ? components : chineseComponents).dayField.clockOf.replace(
              '{{label}}',
              visit,
            ),
          )
          .fill('09:00')
        await asked.getByLabel(repairSteps.plan.fields.visitHours.label[language]).fill('2')
      })
      await expect(mine.getByText(repairSteps.plan.done[language]).first()).toBeVisible()

      await take(page, mine, repairSteps.finish.label[language], async asked => {
        await expect(asked).toContainText(repairSteps.finish.asks[language])
      })
      await state('finished')(mine)
      await state('finished')(theirs)
      await expectAccessible(engineer.page)
      for (const who of [engineer, farmer]) expect(who.problems).toEqual([])
    } finally {
      controller.stop()
      for (const who of [engineer, farmer]) await who.page.context().close()
    }
  })

/** A row's details, beside its list or over it on a phone. */
const detailOf = (page: Page) => page.locator('aside.docked')

/** Takes a step of a repair, answering what it asks for. */
async function take(page: Page, panel: Locator, name: string, answer: (asked: Locator) => Promise<void>) {
  await panel.getByRole('button', { name, exact: true }).click()
  const asked = page.getByRole('dialog').last()
  await answer(asked)
  await asked.getByRole('button', { name, exact: true }).click()
}
