import { paths } from '#shared/screens.ts'
import type { Language } from '#shared/text.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import englishComponents from '#web/components/en-US.json' with { type: 'json' }
import chineseComponents from '#web/components/zh-CN.json' with { type: 'json' }
import englishFlocks from '#web/features/flocks/en-US.json' with { type: 'json' }
import chineseFlocks from '#web/features/flocks/zh-CN.json' with { type: 'json' }
import englishOrders from '#web/features/orders/en-US.json' with { type: 'json' }
import chineseOrders from '#web/features/orders/zh-CN.json' with { type: 'json' }
import englishOverhaul from '#web/features/overhaul/en-US.json' with { type: 'json' }
import chineseOverhaul from '#web/features/overhaul/zh-CN.json' with { type: 'json' }
import { addHouse, call } from './api.ts'
import { ask } from './ask.ts'
import { expect, expectAccessible, type Farm, test, tokenOf } from './farm.ts'
import { newVisitor, widths } from './visitor.ts'

const words = {
  'zh-CN': {
    components: chineseComponents,
    flocks: chineseFlocks,
    orders: chineseOrders,
    overhaul: chineseOverhaul,
  },
  'en-US': {
    components: englishComponents,
    flocks: englishFlocks,
    orders: englishOrders,
    overhaul: englishOverhaul,
  },
}

/** A row that somebody removes by mistake: where, who, its name in the list, and what its removal is called. */
interface Mistake {
  what: string
  who: string
  make(farm: Farm, language: Language): Promise<{ at: string; name: string }>
  remove(language: Language): string
  /** Whether it is there, past the screens. */
  isThere(farm: Farm, name: string): Promise<boolean>
}

const one = async <T extends object>(farm: Farm, sql: string, values: unknown[] = []): Promise<T> => {
  const [row] = await ask<T>(farm, sql, values)
  if (!row) throw new Error(`the demonstration has none: ${sql}`)
  return row
}
const has = async (farm: Farm, sql: string, name: string) => (await ask(farm, sql, [name])).length > 0

const mistakes: Mistake[] = [
  {
    what: 'a planned flock',
    who: 'linden',
    async make(farm, language) {
      const token = await tokenOf(farm, 'linden')
      const name = `Undone ${language} ${Date.now()}`
      const { id: houseId } = await addHouse(farm, token, name, 'broiler')
      await call(farm, token, '/admin/auth/flocks', {
        houseId,
        category: 'meat',
        placedOn: daysAfter(dateIn('Europe/Amsterdam', new Date()), 9),
        placedCount: 10_000,
      })
      return { at: `${paths.flocks}?search=${encodeURIComponent(name)}`, name }
    },
    remove: language => words[language].flocks.remove,
    isThere: (farm, name) =>
      has(
        farm,
        'select from flock f join house h on h.id = f.house_id where h.name = $1 and f.deleted_at is null',
        name,
      ),
  },
  {
    what: 'an order that was withdrawn',
    who: 'sales',
    async make(farm) {
      const { number } = await one<{ number: string }>(
        farm,
        `select number from customer_order where withdrawn_at is not null and deleted_at is null order by number limit 1`,
      )
      return { at: `${paths.orders}?search=${number}`, name: number }
    },
    remove: language => words[language].orders.deletion.remove,
    isThere: (farm, name) =>
      has(
        farm,
        `select from customer_order where number = $1 and deleted_at is null and withdrawn_at is not null`,
        name,
      ),
  },
  {
    what: 'an overhaul out of the plan',
    who: 'engineer',
    async make(farm, language) {
      const { id, item, house } = await one<{ id: string; item: string; house: string }>(
        farm,
        `select o.id, h.name as house, case when $1 = 'zh-CN' then i.chinese_name else i.english_name end as item
          from overhaul_plan p join overhaul_item i on i.id = p.item_id join house h on h.id = p.house_id
          join office o on o.path = p.farm_path
          where p.ended_at is null and p.device_id is null order by p.next_on limit 1`,
        [language],
      )
      const at = `${paths.overhauls}?officeId=${id}&search=${encodeURIComponent(item)}`
      return { at, name: `${item} ${house}` }
    },
    remove: language => words[language].overhaul.remove,
    isThere: (farm, name) =>
      has(
        farm,
        `select from overhaul_plan p join overhaul_item i on i.id = p.item_id join house h on h.id = p.house_id
          where $1 in (i.chinese_name || ' ' || h.name, i.english_name || ' ' || h.name) and p.ended_at is null`,
        name,
      ),
  },
]

for (const [language, theme, width] of [
  ['en-US', 'dark', widths.desk],
  ['zh-CN', 'light', widths.phone],
] as const)
  for (const { what, who, make, remove, isThere } of mistakes)
    test(`${what} is removed without a question, and back after one press: ${language}`, async ({
      browser,
      farm,
    }) => {
      const { list, undo } = { list: words[language].components, undo: words[language].components.undo }
      const { at, name } = await make(farm, language)
      const visitor = await newVisitor(browser, farm.url, { theme, language }, width)
      const { page } = visitor
      await visitor.visit(at, await tokenOf(farm, who))
      const more = page.getByRole('button', { name: list.moreFor.replace('{{name}}', name), exact: true })
      await more.click()
      await page.getByRole('menuitem', { name: remove(language), exact: true }).click()
      const back = page.getByRole('button', { name: undo.undo, exact: true })
      await expect(back).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(more).toBeHidden()
      expect(await isThere(farm, name)).toBe(false)
      await expectAccessible(page)
      await back.click()
      await expect(page.getByText(undo.done)).toBeVisible()
      await expect(more).toBeVisible()
      expect(await isThere(farm, name)).toBe(true)
      expect(visitor.problems).toEqual([])
      await page.context().close()
    })
