import { expect, test } from 'vitest'
import { demoParts } from '../../demo/seed/goods/demo-good-parts.ts'
import { demoGoods } from '../../demo/seed/goods/demo-goods.ts'
import { seededItems, seededMachines, seededParts } from './seeded-items.ts'

/** Words of work that uses something up. */
const USES_UP = /更换|滑脂|润滑|除垢|除生物膜|机油|量程校准|replace|grease|lubricat|descale|biofilm/i

test('every shipped item is of a kind of machine, or of something that a house has not on record', () => {
  for (const [key, , equipment] of seededItems) expect(Object.keys(seededMachines), key).toContain(equipment)
})

test('every shipped item that uses something up names it, and its machine', () => {
  for (const [key, , equipment, chinese, english] of seededItems) {
    const isUsing = USES_UP.test(`${chinese} ${english}`)
    expect(seededParts[key] !== undefined, key).toBe(isUsing)
    if (isUsing) expect(seededMachines[equipment], key).toBeTruthy()
  }
  const known = new Set(seededItems.map(([key]) => key))
  expect(Object.keys(seededParts).filter(key => !known.has(key))).toEqual([])
})

test('the demonstration sells every part that shipped items use up, for its machine', () => {
  const sold = new Set(
    demoGoods.flatMap(([code, , , machines]) =>
      machines.map(machine => `${machine} ${[demoParts[code]].flat()[0]}`),
    ),
  )
  for (const [key, , equipment] of seededItems)
    for (const part of (seededParts[key] ?? []).slice(1))
      expect([...sold], key).toContain(`${seededMachines[equipment]} ${part}`)
  expect(demoGoods.filter(([code]) => demoParts[code] === undefined).map(([code]) => code)).toEqual([])
})
