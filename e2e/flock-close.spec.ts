import type { Page } from '@playwright/test'
import { dateOf } from '#shared/dates.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import englishComponents from '#web/components/en-US.json' with { type: 'json' }
import chineseComponents from '#web/components/zh-CN.json' with { type: 'json' }
import english from '#web/features/flocks/en-US.json' with { type: 'json' }
import chinese from '#web/features/flocks/zh-CN.json' with { type: 'json' }
import { addHouse, call } from './api.ts'
import { expect, expectAccessible, type Farm, prefer, signIn, test, tokenOf } from './farm.ts'

const words = { 'zh-CN': chinese, 'en-US': english }
const components = { 'zh-CN': chineseComponents, 'en-US': englishComponents }
/** By the calendar of the farm, De Linden. */
const TODAY = dateIn('Europe/Amsterdam', Date.now())
const ago = (days: number) => daysAfter(TODAY, -days)
const looks = [
  ['en-US', 'dark', { width: 1440, height: 900 }],
  ['zh-CN', 'light', { width: 390, height: 844 }],
] as const

/** Broilers on their tenth day, recorded every day before it. */
async function placeBroilers(farm: Farm, token: string, houseId: string) {
  const flock = await call(farm, token, '/admin/auth/flocks', {
    houseId,
    category: 'meat',
    breed: 'ross308',
    placedOn: ago(10),
    placedCount: 10_000,
  })
  for (let on = 10; on > 0; on--)
    await call(
      farm,
      token,
      `/admin/auth/flock-records/${flock.id}`,
      { day: ago(on), dead: 5, culled: 0, feed: 500, water: 900 },
      'PUT',
    )
  return flock.id
}

const taskOf = ({ health }: Pick<typeof englishComponents, 'health'>, house: string) =>
  health.carryOutTitle.replace('{{name}}', 'Gumboro D78').replace('{{house}}', house)

const saved = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible()

for (const [language, theme, viewport] of looks)
  test(`a grower follows a programme and closes the flock with what it cost: ${language}`, async ({
    page,
    farm,
    problems,
  }, info) => {
    const said = words[language]
    const word = components[language]
    const name = `Result ${language} ${info.retry}`
    await page.setViewportSize(viewport)
    await prefer(page, theme, language)
    const token = await tokenOf(farm, 'linden')
    const house = await addHouse(farm, token, name, 'broiler')
    const save = () => page.getByRole('dialog').getByRole('button', { name: word.save, exact: true }).click()
    const fill = (label: string, value: string) =>
      page.getByRole('dialog').getByRole('textbox', { name: label, exact: true }).fill(value)

    // A programme of vaccinations: one on the tenth day.
    await signIn(page, farm, 'linden', '/chicken-batch?part=programmes&id=new', language)
    await fill(said.programmes.name, name)
    await page.getByRole('dialog').getByRole('combobox', { name: said.type }).click()
    await page
      .getByTitle(language === 'zh-CN' ? '肉鸡' : 'Broiler')
      .last()
      .click()
    await page.getByRole('button', { name: said.programmes.addStep }).click()
    await fill(said.programmes.dayOfAge, '10')
    await fill(said.product, 'Gumboro D78')
    await save()
    await saved(page, said.programmes.kept)

    // The flock that is placed follows it, and today's task is done with its batch.
    const flockId = await placeBroilers(farm, token, house.id)
    await page.goto(`${farm.url}/chicken-batch?id=${flockId}`)
    const plan = page.getByRole('region', { name: said.plan.title })
    await expect(plan).toContainText('Gumboro D78')
    await plan.getByRole('button', { name: taskOf(word, name) }).click()
    await fill(word.health.batch, 'G-4711')
    await page.getByRole('dialog').getByRole('button', { name: word.health.carryOut, exact: true }).click()
    await saved(page, word.health.carriedOut)
    await expect(plan).not.toContainText('Gumboro D78')

    // Feed that came, with its price, and what was left of it.
    await page.getByRole('button', { name: said.feed.open, exact: true }).click()
    await expect(page.getByText(said.feed.notBegun)).toBeVisible()
    const addLine = async (kind: string | null, day: string, amount: string, price?: string) => {
      await page.getByRole('button', { name: said.feed.new, exact: true }).click()
      if (kind) await page.getByRole('dialog').getByText(kind, { exact: true }).click()
      await page.getByRole('dialog').getByLabel(said.feed.day, { exact: true }).fill(day)
      await fill(said.feed.amountKg, amount)
      if (price) await fill(said.feed.tonnePrice, price)
      await save()
    }
    await addLine(null, ago(10), '4000', '400')
    // Nine days of 500 kg are more than that: the day is named, and the rest of the delivery entered.
    await expect(page.getByRole('dialog')).toContainText(/500\s?kg/)
    await expect(page.getByRole('dialog')).toContainText(dateOf(ago(2), language))
    expect(problems.splice(0)).toEqual([expect.stringContaining('status of 400')])
    await fill(said.feed.amountKg, '6000')
    await save()
    await saved(page, said.feed.kept)
    await addLine(language === 'zh-CN' ? '盘点' : 'Stock taken', ago(1), '800')
    const balance = page.getByRole('region', { name: said.feed.balanceOf.replace('{{house}}', name) })
    await expect(balance).toContainText('800')
    await expectAccessible(page)

    // What was sold and what it cost; then the flock is closed, and the result stands beside it.
    await page.goto(`${farm.url}/chicken-batch?id=${flockId}`)
    await page.getByRole('button', { name: said.account.open, exact: true }).click()
    await page.getByRole('button', { name: said.account.enter, exact: true }).click()
    await page.getByRole('button', { name: said.account.addLot, exact: true }).click()
    await fill(said.account.birds, '9950')
    await fill(said.account.liveKg, '4000')
    await fill(said.account.price, '2')
    await page.getByRole('button', { name: said.account.addCost, exact: true }).click()
    await fill(said.account.amount, '3500')
    await expectAccessible(page)
    await save()
    await saved(page, said.account.kept)
    await page.getByRole('button', { name: said.close, exact: true }).click()
    await page.getByRole('dialog').getByLabel(said.endedOn, { exact: true }).fill(TODAY)
    await page.getByRole('dialog').getByRole('button', { name: said.close, exact: true }).click()
    await saved(page, said.closed)
    const money = page.getByRole('region', { name: language === 'zh-CN' ? '成本与收入' : 'Cost and income' })
    // 4,000 kg at 2; 5,200 kg of feed at 400 a tonne and 3,500 for the chicks.
    await expect(money).toContainText('8,000')
    await expect(money).toContainText('2,080')
    await expect(money).toContainText('2,420')
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      viewport.width,
    )

    // Other stories count what needs somebody.
    await call(farm, token, `/admin/auth/houses/${house.id}`, undefined, 'DELETE')
    const programmes = (await call(
      farm,
      token,
      `/admin/auth/health-programmes?search=${encodeURIComponent(name)}`,
    )) as unknown as { items: { id: string }[] }
    for (const { id } of programmes.items)
      await call(farm, token, `/admin/auth/health-programmes/${id}`, undefined, 'DELETE')
  })
