import type { Page } from '@playwright/test'
import { repairSteps } from '#shared/repairs.ts'
import { paths } from '#shared/screens.ts'
import { STATEMENT_VERSION } from '#shared/service-statement.ts'
import { dateIn } from '#shared/zone-time.ts'
import components from '#web/components/en-US.json' with { type: 'json' }
import chineseComponents from '#web/components/zh-CN.json' with { type: 'json' }
import notices from '#web/features/notices/en-US.json' with { type: 'json' }
import chineseNotices from '#web/features/notices/zh-CN.json' with { type: 'json' }
import english from '#web/features/workplace/en-US.json' with { type: 'json' }
import chinese from '#web/features/workplace/zh-CN.json' with { type: 'json' }
import { call } from './api.ts'
import { ask } from './ask.ts'
import { expect, expectAccessible, type Farm, test, tokenOf } from './farm.ts'
import { newVisitor, type Visitor, widths } from './visitor.ts'

const words = {
  'zh-CN': { ...chinese, ...chineseNotices, components: chineseComponents },
  'en-US': { ...english, ...notices, components },
}
const looks = [
  ['zh-CN', 'light', 'phone'],
  ['en-US', 'dark', 'desk'],
] as const
const REPAIRS = '/admin/auth/repairs'

/** A repair that a farm's person asks for. */
async function repairOf(farm: Farm, username: string, title: string, houseId: string | null = null) {
  const token = await tokenOf(farm, username)
  const body = { title, equipment: '', description: title, phone: '', pictures: [], houseId }
  const made = await call(farm, token, REPAIRS, { ...body, statement: STATEMENT_VERSION })
  return made as typeof made & { number: string }
}
const step = async (farm: Farm, id: string, name: string, body: object) =>
  call(farm, await tokenOf(farm, 'engineer'), `${REPAIRS}/${id}/${name}`, body)

const undo = (page: Page, language: keyof typeof words) =>
  page.getByRole('button', { name: words[language].components.undo.undo, exact: true })

async function endWell(visitor: Visitor): Promise<void> {
  await expectAccessible(visitor.page)
  expect(visitor.problems).toEqual([])
  await visitor.page.context().close()
}

for (const [language, theme, width] of looks) {
  const say = words[language]

  test(`a new farm finds its first steps, follows one, puts the list away and takes that back: ${language}`, async ({
    browser,
    farm,
  }) => {
    await ask(farm, 'update customer set created_at = now()')
    const token = await tokenOf(farm, 'siam')
    await call(farm, token, '/admin/auth/workplace/first-steps', { isPutAway: false }, 'PUT')
    const visitor = await newVisitor(browser, farm.url, { theme, language }, widths[width])
    const { page } = visitor
    await visitor.visit(paths.workplace, token)
    const card = page.getByRole('region', { name: say.firstSteps.title.farm })
    await expect(card.getByRole('listitem')).toHaveCount(5)
    // A step that is done is no link any more.
    await expect(card.locator('li[data-done=true]').first()).toContainText(say.firstSteps.done)
    await expectAccessible(page)
    await card.getByRole('link', { name: say.firstSteps.farm.access }).click()
    await page.waitForURL(/\/personal\?section=farmAccess/)
    await page.goBack()

    await card.getByRole('button', { name: say.firstSteps.putAway }).click()
    await expect(card).toBeHidden()
    await undo(page, language).click()
    await expect(card).toBeVisible()
    await card.getByRole('button', { name: say.firstSteps.putAway }).click()
    await expect(card).toBeHidden()
    // In another browser as well.
    await visitor.visit(paths.workplace, token)
    await visitor.settled()
    await expect(card).toBeHidden()
    await endWell(visitor)
  })

  test(`messages about one repair are one row, and a muted kind stays without being counted: ${language}`, async ({
    browser,
    farm,
  }) => {
    const title = language === 'zh-CN' ? '料线不走料' : 'The feed line stands still'
    const { id, number } = await repairOf(farm, 'linden', title)
    const token = await tokenOf(farm, 'linden')
    await step(farm, id, 'accept', { record: 'Worn gearbox' })
    for (const note of ['One', 'Two', 'Three']) await step(farm, id, 'note', { note, pictures: [] })
    const visitor = await newVisitor(browser, farm.url, { theme, language }, widths[width])
    const { page } = visitor
    await visitor.visit(paths.messages, token)
    const row = page.locator('.notice-rows > li').filter({ hasText: number })
    await expect(row).toHaveCount(1)
    const earlier = say.earlier_other.replace('{{count, number}}', '3')
    await row.getByText(earlier).click()
    await expect(row.getByRole('listitem')).toHaveCount(3)

    const name = say.businessTypes.repair
    await row.getByRole('button', { name: say.mute.mute.replace('{{name}}', name) }).click()
    const muted = page.getByRole('region', { name: say.mute.kinds })
    await expect(muted).toContainText(name)
    await expect(row).toHaveCount(1)
    await expectAccessible(page)
    await undo(page, language).click()
    await expect(muted).toBeHidden()
    await expect(row.getByRole('button', { name: say.mute.mute.replace('{{name}}', name) })).toBeVisible()
    await endWell(visitor)
  })

  test(`an engineer answers with a template that names the farm and the person: ${language}`, async ({
    browser,
    farm,
  }) => {
    const title = language === 'zh-CN' ? '湿帘不出水' : 'No water on the pads'
    const { id } = await repairOf(farm, 'linden', title)
    const token = await tokenOf(farm, 'engineer')
    const template = `On the way ${language}`
    await call(farm, token, '/admin/auth/answer-templates', {
      name: template,
      chineseAnswer: '{姓名}您好，工程师明天到{农场}。',
      englishAnswer: 'Dear {person}, an engineer comes to {farm} tomorrow.',
    })
    const visitor = await newVisitor(browser, farm.url, { theme, language }, widths[width])
    const { page } = visitor
    await visitor.visit(`${paths.repairs}?id=${id}`, token)
    const panel = page.locator('aside.docked')
    await panel.getByRole('button', { name: repairSteps.accept.label[language] }).click()
    const form = page.getByRole('dialog')
    const record = form.getByLabel(repairSteps.accept.fields.record.label[language])
    await record.fill('6205')
    await form.getByRole('button', { name: say.components.answers.open }).click()
    const list = page.getByRole('list', { name: say.components.answers.title })
    await expect(list).toContainText(template)
    await expectAccessible(page)
    const insert = say.components.answers.insert
      .replace('{{name}}', template)
      .replace('{{language}}', say.components.answers.languages[language])
    await list.getByRole('button', { name: insert }).click()
    // Below what was written, with nothing left to fill in.
    await expect(record).toHaveValue(
      language === 'zh-CN' ? /^6205\n.+您好，工程师明天到.+。$/ : /^6205\nDear .+ comes to .+ tomorrow\.$/,
    )
    await expect(record).not.toHaveValue(/[{}]/)
    await form.getByRole('button', { name: repairSteps.accept.label[language] }).click()
    await expect(form).toBeHidden()
    await expect(panel).toContainText(language === 'zh-CN' ? '工程师明天到' : 'an engineer comes to')
    await endWell(visitor)
  })

  test(`an engineer sees where to go today: visits by their hour, then overhauls that are due: ${language}`, async ({
    browser,
    farm,
  }) => {
    const title = language === 'zh-CN' ? '上门检修风机' : 'Look at the fan'
    const { id } = await repairOf(farm, 'linden', title)
    await step(farm, id, 'accept', { record: 'Bearing' })
    // Late on the engineer's day, so that it is not over.
    const today = dateIn('Asia/Shanghai', new Date())
    await ask(farm, 'update repair set visit_at = $2, visit_hours = 2 where id = $1', [
      id,
      `${today}T15:59:00Z`,
    ])
    const [due] = await ask<{ id: string; name: string }>(
      farm,
      `update customer c set next_maintenance_on = (now() at time zone o.time_zone)::date - 400 from office o
        where o.id = c.office_id and c.office_id = (select c.office_id from customer c join account a on a.username = 'siam'
          join office f on f.path = c.office_path and starts_with(a.office_path, f.path))
        returning o.id, case when $1 = 'zh-CN' then o.chinese_name else o.english_name end as name`,
      [language],
    )
    const visitor = await newVisitor(browser, farm.url, { theme, language }, widths[width])
    const { page } = visitor
    await visitor.visit(paths.workplace, await tokenOf(farm, 'engineer'))
    const card = page.getByRole('region', { name: say.visits })
    const stops = card.locator('.visits > li')
    const visit = stops.filter({ hasText: title })
    await expect(visit.locator('time')).toBeVisible()
    // The longest overdue stands first among the overhauls, behind every visit.
    const overhauls = stops.filter({ hasNot: page.locator('time') })
    await expect(overhauls.first()).toContainText(say.visitOverhaul)
    await expect(overhauls.first()).toContainText(due?.name ?? 'nobody')
    await expect(overhauls.first()).toContainText(say.visitLate_other.replace('{{count, number}}', '400'))
    const places = await stops.evaluateAll(all => all.map(each => each.querySelector('time') !== null))
    expect(places).toEqual(places.toSorted((a, b) => Number(b) - Number(a)))
    const map = card.getByRole('region', { name: say.visitsMap })
    await expect(map).toBeVisible()
    // A place has the number of its pin.
    await expect(stops.locator('.visit-place')).toHaveText(places.map((_, i) => String(i + 1)))
    for (const pin of await map.locator('.map-pin').all()) {
      const number = Number(await pin.textContent())
      await expect(stops.nth(number - 1).getByRole('link')).toHaveAttribute(
        'href',
        (await pin.getAttribute('href')) ?? '',
      )
    }
    await expectAccessible(page)
    await overhauls.first().getByRole('link').click()
    await page.waitForURL(
      url => url.pathname === paths.overhauls && url.searchParams.get('officeId') === due?.id,
    )
    await page.goBack()
    await visit.getByRole('link').click()
    await expect(page.locator('aside.docked')).toContainText(title)
    await endWell(visitor)
  })
}
