import { expect, test } from 'vitest'
import { isThinLine } from './line.ts'

const line = (said: object) => Object.assign(new EventTarget(), said)

test('stills are shown first on a mobile or slow line, and where the browser saves data', () => {
  for (const said of [
    { type: 'cellular' },
    { effectiveType: '3g' },
    { effectiveType: 'slow-2g' },
    { saveData: true },
  ])
    expect([said, isThinLine(line(said))]).toEqual([said, true])
  for (const said of [{}, { type: 'wifi', effectiveType: '4g' }, { saveData: false }])
    expect([said, isThinLine(line(said))]).toEqual([said, false])
  expect(isThinLine(undefined)).toBe(false)
})
