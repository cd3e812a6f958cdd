import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { FlockThisMorning } from '#shared/contracts/workplace.ts'
import { dateOf } from '#shared/dates.ts'
import { ScreenContext } from '#web/components/screen-context.tsx'
import { screenAt } from '#web/components/testing/screen.ts'
import { prefer } from '#web/data/preferences.ts'
import english from './en-US.json' with { type: 'json' }
import { Withheld, WithheldTasks } from './withheld.tsx'
import chinese from './zh-CN.json' with { type: 'json' }

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    resources: { 'en-US': { workplace: english }, 'zh-CN': { workplace: chinese } },
  })
})

const flock = (houseName: string, withheld: FlockThisMorning['withheld']) =>
  ({ id: houseName, houseId: houseName, houseName, withheld }) as FlockThisMorning
const eggs = { until: '2026-12-07', by: ['Tylosin', 'Doxycycline'] }
const meat = { until: '2026-12-05', by: ['Tylosin'] }

describe.each(['en-US', 'zh-CN'] as const)('in %s', language => {
  const day = (date: string) => dateOf(date, language)
  const said = {
    'en-US': [
      `Eggs withheld until ${day('2026-12-07')}: Tylosin, Doxycycline`,
      `Meat withheld until ${day('2026-12-05')}: Tylosin`,
    ],
    'zh-CN': [
      `弃蛋期至 ${day('2026-12-07')}（Tylosin、Doxycycline）`,
      `休药期至 ${day('2026-12-05')}（Tylosin）`,
    ],
  }[language]
  const draw = async (what: React.ReactNode) => {
    await i18next.changeLanguage(language)
    prefer({ language })
    return render(<ScreenContext value={screenAt('/dashboard/workplace')}>{what}</ScreenContext>)
  }
  test.each([
    ['both', { eggs, meat }, said],
    ['eggs', { eggs, meat: null }, said.slice(0, 1)],
    ['meat', { eggs: null, meat }, said.slice(1)],
    ['nothing', { eggs: null, meat: null }, []],
    ['nothing of an older server', undefined, []],
  ] as const)('a flock says until when, and by which medicine: %s', async (_, withheld, lines) => {
    const screen = await draw(<Withheld flock={flock('House 1', withheld)} />)
    const shown = [...screen.container.querySelectorAll('small')].map(each => each.textContent)
    expect(shown).toEqual(lines)
  })
  test('today’s tasks name the flocks that are bound, and no others', async () => {
    const flocks = [flock('House 1', { eggs, meat }), flock('House 2', { eggs: null, meat: null })]
    const screen = await draw(<WithheldTasks flocks={flocks} />)
    const [line, ...more] = screen.getByRole('listitem').elements()
    expect(more).toEqual([])
    for (const text of ['House 1', ...said]) expect(line?.textContent).toContain(text)
    expect(line?.querySelector('a')?.getAttribute('href')).toContain('House')
  })
})
