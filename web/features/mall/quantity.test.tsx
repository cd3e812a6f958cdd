import i18next from 'i18next'
import { useState } from 'react'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Language } from '#shared/text.ts'
import english from './en-US.json' with { type: 'json' }
import { Quantity } from './good-detail.tsx'
import chinese from './zh-CN.json' with { type: 'json' }

const words = { 'en-US': english, 'zh-CN': chinese }

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'en-US',
    resources: { 'en-US': { mall: english }, 'zh-CN': { mall: chinese } },
  })
})

/** A line of a basket, which is stored as it is typed. */
function Line({ begin, stock }: { begin: number; stock: number | null }) {
  const [quantity, setQuantity] = useState<number | null>(begin)
  return <Quantity quantity={quantity} stock={stock} change={setQuantity} />
}
async function draw(language: Language, begin: number, stock: number | null) {
  await i18next.changeLanguage(language)
  await render(<Line begin={begin} stock={stock} />)
  return { typed: page.getByLabelText(words[language].quantity), said: page.getByRole('status') }
}

test.each(['en-US', 'zh-CN'] as const)(
  'more than is in stock is said as it is typed (%s)',
  async language => {
    const { typed, said } = await draw(language, 5, 5)
    await expect.element(said).not.toBeInTheDocument()
    await page.getByLabelText(words[language].more).click()
    await expect.element(said).toHaveTextContent(words[language].onlyStock.replace('{{count, number}}', '5'))
    await page.getByLabelText(words[language].less).click()
    await expect.element(said).not.toBeInTheDocument()
    await typed.fill('500')
    await expect.element(said).toHaveTextContent(words[language].onlyStock.replace('{{count, number}}', '5'))
  },
)

test('what is out of stock is said at once, and what is not counted never', async () => {
  const { said } = await draw('en-US', 1, 0)
  await expect.element(said).toHaveTextContent(english.noStock)
  document.body.replaceChildren()
  const uncounted = await draw('en-US', 99_999, null)
  await expect.element(uncounted.said).not.toBeInTheDocument()
})
