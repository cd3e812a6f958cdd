import { expect, test } from 'vitest'
import { kindOf } from './alarm-cause.ts'
import { platformAlarms } from './alarms.ts'
import { builtInAlarms } from './built-in-alarms.ts'
import { doubtOfCode, doubtReasons } from './probe-doubts.ts'
import { alarms } from './signals.ts'
import { languages } from './text.ts'

test('every alarm of platform and controllers has its kind in the list, once, under a name of its own', () => {
  const of = (source: string) => builtInAlarms.filter(each => each.source === source)
  for (const code of Object.keys(platformAlarms))
    expect(
      of('platform').filter(each => each.code === code),
      code,
    ).toHaveLength(1)
  for (const reason of Object.keys(doubtReasons))
    expect(
      of('platform').filter(({ code }) => doubtOfCode(code)?.reason === reason),
      reason,
    ).toHaveLength(1)
  for (const { code } of alarms)
    expect(
      of('controller').filter(each => kindOf(each.code) === kindOf(code)),
      code,
    ).toHaveLength(1)
  for (const language of languages)
    for (const source of ['platform', 'controller']) {
      const names = of(source).map(({ label }) => label[language])
      expect(new Set(names).size).toBe(names.length)
    }
})
