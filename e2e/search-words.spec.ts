import type { Page } from '@playwright/test'
import { mall } from '#shared/contracts/mall.ts'
import { synonymFields } from '#shared/contracts/search-words.ts'
import { paths } from '#shared/screens.ts'
import type { Language } from '#shared/text.ts'
import components from '#web/components/en-US.json' with { type: 'json' }
import chineseComponents from '#web/components/zh-CN.json' with { type: 'json' }
import english from '#web/features/goods/en-US.json' with { type: 'json' }
import chinese from '#web/features/goods/zh-CN.json' with { type: 'json' }
import mallEnglish from '#web/features/mall/en-US.json' with { type: 'json' }
import mallChinese from '#web/features/mall/zh-CN.json' with { type: 'json' }
import { expect, expectAccessible, signIn, test } from './farm.ts'
import { widths } from './visitor.ts'

const words = {
  'zh-CN': {
    say: chinese,
    mall: mallChinese,
    word: chineseComponents,
    field: synonymFields.chineseWords.label['zh-CN'],
    who: 'owner',
    pad: '湿帘纸 7090',
    // What farmers call a wet pad, who feel that it cools.
    wanted: '空调墙',
    other: '冷气墙',
    known: '湿帘',
    between: '、',
    once: '1 次',
  },
  'en-US': {
    say: english,
    mall: mallEnglish,
    word: components,
    field: synonymFields.englishWords.label['en-US'],
    who: 'linden',
    pad: 'Cooling pad 7090',
    wanted: 'swamp cooler',
    other: 'air washer',
    known: 'cooling pad',
    between: ', ',
    once: '1 time',
  },
} as const

/** A farmer searches on the phone for the word. */
async function search(page: Page, language: Language, typed: string) {
  const { mall: inMall } = words[language]
  await page.goto(new URL(paths.mall, page.url()).href)
  await page.getByRole('textbox', { name: inMall.searchHint }).fill(typed)
}

for (const language of ['zh-CN', 'en-US'] as Language[])
  test(`sales reads what was searched in vain and says what it means, and a farmer finds it (${language})`, async ({
    page,
    browser,
    farm,
  }) => {
    const { say, mall: inMall, word, field, who, pad, wanted, other, known, between, once } = words[language]
    const good = page.getByRole('button', { name: pad, exact: true })
    await page.setViewportSize(widths.phone)
    await signIn(page, farm, who, paths.mall, language)
    const missed = page.waitForResponse(answer => answer.url().endsWith(mall.nearest.path))
    await search(page, language, wanted)
    await expect(page.getByText(inMall.nothing.title.replace('{{search}}', wanted))).toBeVisible()
    // Only now is it counted.
    await missed

    const context = await browser.newContext({ viewport: widths.desk })
    const office = await context.newPage()
    await signIn(office, farm, 'sales', paths.goods, language)
    await office.getByRole('button', { name: say.words.open }).click()
    const drawer = office.getByRole('dialog', { name: say.words.title })
    const miss = drawer.getByRole('listitem').filter({ hasText: wanted }).filter({ hasText: once })
    await expect(miss).toBeVisible()
    await expectAccessible(office)
    await miss.getByRole('button', { name: say.words.explain }).click()
    const form = office.getByRole('dialog', { name: say.words.group })
    await expect(form.getByLabel(field)).toHaveValue(wanted)
    await form.getByLabel(field).fill([wanted, known].join(between))
    await form.getByRole('button', { name: word.save }).click()
    await expect(form).toBeHidden()
    await search(page, language, wanted)
    await expect(good).toBeVisible()
    await expectAccessible(page)

    // A word more, in the group that stands in the list.
    await drawer.getByLabel(say.words.search, { exact: true }).fill(wanted)
    await drawer.getByRole('button', { name: [wanted, known].join(between), exact: true }).click()
    await form.getByLabel(field).fill([wanted, other, known].join(between))
    await form.getByRole('button', { name: word.save }).click()
    await expect(form).toBeHidden()
    await search(page, language, other)
    await expect(good).toBeVisible()
    await context.close()
  })
