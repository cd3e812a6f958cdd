import { QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { ShownGood } from '#shared/contracts/mall.ts'
import type { Language } from '#shared/text.ts'
import componentsEn from '#web/components/en-US.json' with { type: 'json' }
import { ScreenContext } from '#web/components/screen-context.tsx'
import { screenAt } from '#web/components/testing/screen.ts'
import componentsZh from '#web/components/zh-CN.json' with { type: 'json' }
import { prefer } from '#web/data/preferences.ts'
import { queries } from '#web/data/queries.ts'
import english from './en-US.json' with { type: 'json' }
import { FitTable } from './fit-table.tsx'
import chinese from './zh-CN.json' with { type: 'json' }
import '../../app/theme.css'
import '../../app/base.css'

type House = ShownGood['houses'][number]

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'en-US',
    resources: {
      'en-US': { components: componentsEn, mall: english },
      'zh-CN': { components: componentsZh, mall: chinese },
    },
  })
})

const fan = (more: Partial<House['machines'][number]> = {}) => ({
  machine: 'fan' as const,
  model: 'RT-1380',
  count: 8,
  isDirect: false,
  ...more,
})
const house = (name: string, more: Partial<House>): House =>
  ({
    id: name,
    name,
    fit: 'fits',
    machines: [fan()],
    product: null,
    cage: null,
    due: null,
    changedOn: null,
    ...more,
  }) as House

const houses = [
  house('House 6', { fit: 'other', machines: [fan({ model: '', count: 4, isDirect: true })] }),
  house('House 5', { fit: 'unknown', machines: [fan({ model: '', count: null })] }),
  house('House 1', { changedOn: '2026-03-04' }),
  house('House 9', { fit: 'none', machines: [] }),
  house('House 2', { due: { daysLeft: 1 } as House['due'] }),
]

async function draw(language: Language, shown = houses) {
  prefer({ language })
  await i18next.changeLanguage(language)
  const drawn = await render(
    <ScreenContext value={screenAt('/mall/goods/list')}>
      <QueryClientProvider client={queries}>
        <FitTable good={{ houses: shown } as unknown as ShownGood} />
      </QueryClientProvider>
    </ScreenContext>,
  )
  return [...drawn.container.querySelectorAll('li')].map(
    row => row.textContent?.replace(/\s+/g, ' ').trim() ?? '',
  )
}

test('what is due stands first, then what fits, what nobody knows, what does not fit; a house without such machines is left out', async () => {
  const rows = await draw('en-US')
  expect(rows.map(row => row.slice(0, 7))).toEqual(['House 2', 'House 1', 'House 5', 'House 6'])
  expect(rows[0]).toContain('RT-1380')
  expect(rows[0]).toContain('due')
  expect(rows[1]).toContain('4 Mar 2026')
  expect(rows[3]).toContain('irect')
})

test('the machines that it fits are counted over the houses, in both languages', async () => {
  await draw('en-US')
  expect(document.querySelector('.mall-fit h3')?.textContent).toContain('16 in 2 houses')
  document.body.replaceChildren()
  await draw('zh-CN')
  expect(document.querySelector('.mall-fit h3')?.textContent).toContain('2 栋鸡舍共 16 台')
})

test('a buyer without houses sees no table', async () => {
  expect(await draw('en-US', [])).toEqual([])
})
