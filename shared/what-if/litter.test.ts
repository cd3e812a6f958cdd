import { describe, expect, test } from 'vitest'
import type { Litter } from '../litter.ts'
import type { Heaters } from '../physics/heaters.ts'
import { isAsked, sayStake } from '../setting-question.ts'
import { settingRisks } from '../setting-risks.ts'
import type { SettingDocument } from '../signals.ts'
import { safetyHouse } from '../testing/safety-house.ts'
import { harmsOf } from './harm.ts'
import { runHouse } from './run-house.ts'
import { tryOut } from './what-if.ts'

/** Broilers of so many days in frost. */
function winter(age: number, litter: Litter | null, heaters: Heaters = 'flued', outside = -5) {
  const { house, told, run } = safetyHouse('broiler', age, outside)
  return {
    told,
    judged: { ...house, litter },
    run: { ...run, birds: { ...run.birds, litter }, equipment: { ...run.equipment, heaters } },
  }
}

/** A share of the ON time of all levels that run on the timer, the rest a pause. */
function timer(told: SettingDocument, share: number): SettingDocument {
  const cells = Object.entries(told).flatMap(([name, on]) => {
    if (!/\/L\d\d\/CycleOn$/.test(name) || typeof on !== 'number') return []
    const off = name.replace('CycleOn', 'CycleOff')
    const wanted = Math.round(on * share)
    return [
      [name, wanted],
      [off, Number(told[off]) + on - wanted],
    ]
  })
  return Object.fromEntries(cells)
}

/** What is asked about a draft, or about a share of the minimum ventilation. */
function questionOf({ told, judged, run }: ReturnType<typeof winter>, draft: number | SettingDocument) {
  const wanted = typeof draft === 'number' ? timer(told, draft) : draft
  const question = {
    type: judged.type,
    alive: judged.alive,
    risks: settingRisks(told, wanted, judged),
    safer: {},
    days: {},
    model: {
      outside: -5,
      litter: judged.litter ?? null,
      isUnflued: run.equipment.heaters !== 'flued',
      harms: harmsOf(run, told, wanted),
    },
  }
  return {
    ...question,
    isAsked: isAsked(question),
    says: sayStake(question, { language: 'en-US', units: 'metric' }),
    saysChinese: sayStake(question, { language: 'zh-CN', units: 'metric' }),
  }
}

describe('less minimum ventilation over chicks of day 4', () => {
  test('is asked on litter used before, with ammonia as the reason, and goes on new litter', () => {
    expect(questionOf(winter(4, 'new'), 0.6)).toMatchObject({ isAsked: false })
    expect(questionOf(winter(4, null), 0.6)).toMatchObject({ isAsked: false })
    const { isAsked, model, says, saysChinese } = questionOf(winter(4, 'reused'), 0.6)
    expect(isAsked).toBe(true)
    expect(model.harms.map(({ kind }) => kind)).toEqual(['nh3'])
    expect(says).toMatch(/ammonia passes 25\sppm in \d+ min.*litter used before/)
    expect(saysChinese).toMatch(/氨气超过\s?25\sppm.*旧垫料/)
  })

  test('goes on treated litter as long as the acid holds', () => {
    expect(questionOf(winter(4, 'treated'), 0.6)).toMatchObject({ isAsked: false })
    expect(questionOf(winter(14, 'treated'), 0.6)).toMatchObject({ isAsked: true })
  })

  test('is named as too little for the litter where it is enough for the birds', () => {
    const messages = (litter: Litter) => questionOf(winter(4, litter), 0.45).risks.map(risk => risk.message)
    expect(messages('reused')).toContain('risk.leastAirOnLitter')
    expect(messages('new')).not.toContain('risk.leastAirOnLitter')
  })
})

describe('chicks of day 4 in a heated house', () => {
  const peak = (heaters: Heaters) => {
    const { run, told } = winter(4, null, heaters)
    return Math.max(...runHouse(run, told).map(({ co2 }) => co2))
  }

  test('breathe over 3,000 ppm of CO2 where heaters have no flue, at the minimum that is right with one', () => {
    expect(peak('flued')).toBeLessThan(2_000)
    expect(peak('naturalGas')).toBeGreaterThan(3_000)
    expect(peak('propane')).toBeGreaterThan(peak('naturalGas'))
  })

  test('need the air that CO2 adds where heaters have no flue, and the sentence knows why', () => {
    const without = { 'Settings/VentComp/MaxPct': 0 }
    const flued = questionOf(winter(1, null, 'flued', -15), without)
    const gas = questionOf(winter(1, null, 'propane', -15), without)
    expect(flued.model.harms).toEqual([])
    expect(gas.model.harms.map(({ kind }) => kind)).toEqual(['co2'])
    expect(gas.says).toMatch(/CO₂ passes 5,000\sppm in \d+ min.*heaters without a flue/)
    expect(gas.saysChinese).toMatch(/二氧化碳超过.*直燃式加热/)
  })

  test('breathe more of it with three degrees more, and what-if says so', () => {
    const warmer = { 'Settings/Temp/TargetOffset': 3 }
    const worse = (heaters: Heaters) => {
      const { run, told, judged } = winter(4, null, heaters)
      return tryOut(run, { today: told, wanted: warmer, judged }).verdict.concerns
    }
    expect(worse('flued')).not.toContain('co2')
    expect(worse('naturalGas')).toContain('co2')
  })
})
