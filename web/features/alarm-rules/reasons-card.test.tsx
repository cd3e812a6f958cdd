import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { priorityOf, rationaleOf } from '#shared/alarm-rationale.ts'
import { codeOfRule, type Direction, suits } from '#shared/alarm-rules.ts'
import { builtInAlarms } from '#shared/built-in-alarms.ts'
import type { AlarmRule } from '#shared/contracts/alarm-rules.ts'
import { watchable } from '#shared/rule-subjects.ts'
import type { Language } from '#shared/text.ts'
import components from '#web/components/en-US.json' with { type: 'json' }
import zhComponents from '#web/components/zh-CN.json' with { type: 'json' }
import { prefer } from '#web/data/preferences.ts'
import texts from './en-US.json' with { type: 'json' }
import { ReasonsCard } from './reasons-card.tsx'
import zhTexts from './zh-CN.json' with { type: 'json' }

async function draw(language: Language, rules: readonly AlarmRule[] = []) {
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: {
      'en-US': { 'alarm-rules': texts, components },
      'zh-CN': { 'alarm-rules': zhTexts, components: zhComponents },
    },
  })
  prefer({ language })
  return render(<ReasonsCard rules={rules} />)
}
const directions: readonly Direction[] = ['above', 'below', 'is', 'isNot']
/** Every kind of rule that a farm can make. */
const own = watchable.flatMap(metric =>
  directions
    .filter(direction => suits(direction, metric))
    .map((direction): AlarmRule => {
      const id = `${direction} ${metric}`
      return {
        id,
        name: id,
        version: 1,
        metric,
        direction,
        limit: 1,
        forMinutes: 5,
        forDays: 1,
        houseId: null,
        houseName: null,
        houseType: null,
        conditionMetric: null,
        conditionDirection: null,
        conditionLimit: null,
        level: 'critical',
        receivers: 'onCall',
        ways: [],
        unseenMinutes: null,
        action: '',
        status: 'on',
        createdAt: '2026-01-01T00:00:00.000Z',
      }
    }),
)
const words = { 'en-US': components.why, 'zh-CN': zhComponents.why } as const

/** What an opened rule says: each term with its text. */
const saidOf = (item: Element) =>
  new Map(
    Array.from(item.querySelectorAll('dl > div'), row => [
      row.querySelector('dt')?.textContent ?? '',
      row.querySelector('dd')?.textContent ?? '',
    ]),
  )

test.each(['en-US', 'zh-CN'] as const)(
  'every rule where it is listed, built in or made here, says all five (%s)',
  async language => {
    const { container } = await draw(language, own)
    const items = [...container.querySelectorAll('li')]
    expect(items.length).toBe(own.length + builtInAlarms.length)
    const listed = [
      ...own.map(rule => ({
        code: codeOfRule({ ...rule, condition: null }),
        name: rule.name,
        level: rule.level,
      })),
      ...builtInAlarms.map(({ label, ...alarm }) => ({ ...alarm, name: label[language] })),
    ]
    const { cause, consequence, action, within, priorities } = words[language]
    for (const [i, { code, name, level }] of listed.entries()) {
      const item = items[i] as Element
      expect(item.querySelector('summary')?.textContent, code).toContain(name)
      const said = saidOf(item)
      expect([...said.keys()], code).toEqual([cause, consequence, action, within])
      for (const each of said.values()) expect(each.trim().length, code).toBeGreaterThan(3)
      const why = rationaleOf(code)
      expect(said.get(action), code).toBe(why.action[language])
      expect(said.get(within), code).toContain(priorities[priorityOf(level)])
      // How soon, unless nobody has to come.
      expect(/\d/.test(said.get(within) ?? ''), code).toBe(level !== 'info')
    }
  },
)

test('what wants nothing done is a note, and no rule of a farm is one', async () => {
  const { container } = await draw('en-US')
  const notes = builtInAlarms.filter(({ level }) => level === 'info').map(({ label }) => label['en-US'])
  expect(notes.toSorted()).toEqual([
    'Controller clock drift',
    'Controller restarted',
    'Outside probe misplaced',
  ])
  const marked = [...container.querySelectorAll('li')]
    .filter(item => item.querySelector('summary')?.textContent?.includes(components.why.priorities.note))
    .map(item => item.querySelector('strong')?.textContent ?? '')
  expect(marked.toSorted()).toEqual(notes.toSorted())
})

test('a farm’s own words of what to do stand in place of ours', async () => {
  const [rule] = own
  if (!rule) throw new Error('no kind of rule')
  const { container } = await draw('zh-CN', [{ ...rule, action: '先打电话给场长' }])
  const item = container.querySelector('li') as Element
  expect(saidOf(item).get(zhComponents.why.action)).toBe('先打电话给场长')
})
