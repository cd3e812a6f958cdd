import { houseMachineFields } from '#shared/house-equipment.ts'
import { machineNames } from '#shared/machines.ts'
import { paths } from '#shared/screens.ts'
import type { Language } from '#shared/text.ts'
import components from '#web/components/en-US.json' with { type: 'json' }
import chineseComponents from '#web/components/zh-CN.json' with { type: 'json' }
import english from '#web/features/houses/en-US.json' with { type: 'json' }
import chinese from '#web/features/houses/zh-CN.json' with { type: 'json' }
import mallEnglish from '#web/features/mall/en-US.json' with { type: 'json' }
import mallChinese from '#web/features/mall/zh-CN.json' with { type: 'json' }
import { call } from './api.ts'
import { expect, expectAccessible, signIn, test, tokenOf } from './farm.ts'
import { widths } from './visitor.ts'

const words = {
  'zh-CN': {
    say: chinese,
    inMall: mallChinese,
    word: chineseComponents,
    who: 'owner',
    house: '3号蛋鸡舍',
    search: '湿帘纸',
    pad: (model: string) => `湿帘纸 ${model}`,
  },
  'en-US': {
    say: english,
    inMall: mallEnglish,
    word: components,
    who: 'linden',
    house: 'House 3',
    search: 'cooling pad',
    pad: (model: string) => `Cooling pad ${model}`,
  },
} as const

for (const language of ['zh-CN', 'en-US'] as Language[])
  test(`an engineer corrects the pads of a house on the phone, and the farmer is offered the right ones (${language})`, async ({
    page,
    browser,
    farm,
  }) => {
    const { say, inMall, word, who, house, search, pad } = words[language]
    const token = await tokenOf(farm, who)
    const { items } = (await call(farm, token, '/admin/auth/houses?size=100')) as unknown as {
      items: { id: string; name: string }[]
    }
    const path = `/admin/auth/houses/${items.find(({ name }) => name === house)?.id}/equipment`
    const before = await call(farm, token, path)

    await page.setViewportSize(widths.phone)
    const list = `${paths.mall}?search=${encodeURIComponent(search)}`
    await signIn(page, farm, who, list, language)
    const good = (model: string) => page.getByRole('button', { name: pad(model), exact: true })
    const card = (model: string) => page.getByRole('listitem').filter({ has: good(model) })
    /** The house in the table of what the good fits. */
    const rowIn = async (model: string) => {
      await page.goto(`${farm.url}${list}`)
      await good(model).click()
      const rows = page.getByRole('complementary', { name: pad(model) }).locator('.mall-fit li')
      return rows.filter({ hasText: house })
    }
    await expect(card('7090').locator('.mall-fits')).toBeVisible()
    await expect(card('5090').locator('.mall-fits')).toHaveCount(0)
    await expect(await rowIn('7090')).toHaveAttribute('data-fits')
    await expect(await rowIn('5090')).toContainText(inMall.otherModel)

    const context = await browser.newContext({ viewport: widths.phone })
    try {
      const onSite = await context.newPage()
      await signIn(onSite, farm, 'engineer', `${paths.houses}?search=${encodeURIComponent(house)}`, language)
      await onSite.getByRole('button', { name: word.moreFor.replace('{{name}}', house) }).click()
      await onSite.getByRole('menuitem', { name: say.equipment.action }).click()
      const form = onSite.getByRole('dialog', { name: say.equipment.title.replace('{{name}}', house) })
      const row = form.locator('.row-list-row').filter({ has: onSite.getByTitle(machineNames.pad[language]) })
      const model = row.getByLabel(new RegExp(`^${houseMachineFields.model.label[language]}`))
      await expect(model).toHaveValue('7090')
      await expectAccessible(onSite)
      await model.fill('5090')
      await form.getByRole('button', { name: word.save }).click()
      await expect(onSite.getByText(say.equipment.changed)).toBeVisible()

      await page.goto(`${farm.url}${list}`)
      await expect(card('5090').locator('.mall-fits')).toContainText(house)
      await expectAccessible(page)
      await expect(await rowIn('5090')).toHaveAttribute('data-fits')
      await expect(await rowIn('7090')).toContainText(inMall.otherModel)
    } finally {
      await context.close()
      await call(farm, await tokenOf(farm, 'engineer'), path, { ...before, version: undefined }, 'PUT')
    }
  })
