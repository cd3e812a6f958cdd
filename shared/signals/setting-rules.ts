import { minutesOf, windowsOverlap } from './clock-time.ts'
import { CURVE_POINTS, LEVELS } from './curve-settings.ts'
import { ZONES } from './equipment-settings.ts'
import { DIMMERS, LIGHT_PROGRAMMES } from './house-settings.ts'
import { RELAYS } from './io-settings.ts'
import { isExclusive } from './relay-functions.ts'
import type { SettingDocument, SettingProblem } from './setting.ts'
import { FAN_GROUPS } from './ventilation-settings.ts'

type Rule = (document: SettingDocument, reported: SettingDocument) => SettingProblem[]

/** `Float` travels in 32 bits: 23.4 comes back as 23.399999618530273. Settings have at most three decimals. */
const TOLERANCE = 0.0005

const exceeds = (a: number, b: number) => a - b > TOLERANCE
const two = (index: number) => String(index).padStart(2, '0')
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

function numberAt(document: SettingDocument, field: string): number | undefined {
  const value = document[field]
  return typeof value === 'number' && !Number.isNaN(value) ? value : undefined
}

/** Missing points are not used; the days of the others increase. */
const daysIncrease: Rule = document =>
  ['Settings/Temp/Curve', 'Settings/Vent/MinMax'].flatMap(curve => {
    let last = Number.NEGATIVE_INFINITY
    return upTo(CURVE_POINTS).flatMap(point => {
      const field = `${curve}/P${two(point)}/Day`
      const day = numberAt(document, field)
      if (day === undefined) return []
      const rises = day > last
      last = Math.max(last, day)
      return rises ? [] : [{ field, message: 'settings.dayNotIncreasing' }]
    })
  })

/** Heating at or below the target, tunnel and cooling at or above it. */
const curveInOrder: Rule = document =>
  upTo(CURVE_POINTS).flatMap(point => {
    const at = (part: string) => `Settings/Temp/Curve/P${two(point)}/${part}`
    const target = numberAt(document, at('Target'))
    if (target === undefined) return []
    const [heat, tunnel, cool] = ['Heat', 'Tunnel', 'Cool'].map(part => numberAt(document, at(part)))
    const problems: SettingProblem[] = []
    if (heat !== undefined && exceeds(heat, target)) {
      problems.push({ field: at('Heat'), message: 'settings.heatAboveTarget' })
    }
    if (tunnel !== undefined && exceeds(target, tunnel)) {
      problems.push({ field: at('Tunnel'), message: 'settings.tunnelBelowTarget' })
    }
    if (cool !== undefined && exceeds(target, cool)) {
      problems.push({ field: at('Cool'), message: 'settings.coolBelowTarget' })
    }
    return problems
  })

/** What switches on at one value and off at another has them in the right order. */
const onBeforeOff: Rule = document =>
  [
    {
      on: 'Settings/Humid/On',
      off: 'Settings/Humid/Off',
      message: 'settings.humidOffBelowOn',
      risesToOff: true,
    },
    ...upTo(ZONES).map(zone => ({
      on: `Settings/Heat/Z${zone}/OnDiff`,
      off: `Settings/Heat/Z${zone}/OffDiff`,
      message: 'settings.heatOffBelowOn',
      risesToOff: false,
    })),
  ].flatMap(({ on, off, message, risesToOff }) => {
    const [start, stop] = [numberAt(document, on), numberAt(document, off)]
    if (start === undefined || stop === undefined) return []
    const isWrong = risesToOff ? exceeds(start, stop) : exceeds(stop, start)
    return isWrong ? [{ field: off, message }] : []
  })

const offsetsDoNotFall: Rule = document => {
  let highest = Number.NEGATIVE_INFINITY
  return upTo(LEVELS).flatMap(level => {
    const field = `Settings/Vent/L${two(level)}/TempOffset`
    const offset = numberAt(document, field)
    if (offset === undefined) return []
    const falls = exceeds(highest, offset)
    highest = Math.max(highest, offset)
    return falls ? [{ field, message: 'settings.offsetFalls' }] : []
  })
}

const minimumBelowMaximum: Rule = document =>
  upTo(CURVE_POINTS).flatMap(point => {
    const at = `Settings/Vent/MinMax/P${two(point)}`
    const low = numberAt(document, `${at}/Min`)
    const high = numberAt(document, `${at}/Max`)
    if (low === undefined || high === undefined || low <= high) return []
    return [{ field: `${at}/Max`, message: 'settings.maxBelowMin' }]
  })

const CYCLE = 2

/** A group on the timer needs a time: ON and OFF are not both 0. */
const cyclesHaveTime: Rule = document =>
  upTo(LEVELS).flatMap(level => {
    const at = `Settings/Vent/L${two(level)}`
    const on = numberAt(document, `${at}/CycleOn`)
    const off = numberAt(document, `${at}/CycleOff`)
    const cycles = upTo(FAN_GROUPS).some(
      group => numberAt(document, `${at}/FanGroupMode/G${two(group)}`) === CYCLE,
    )
    if (!cycles || on === undefined || off === undefined || on + off > 0) return []
    return [{ field: `${at}/CycleOn`, message: 'settings.cycleWithoutTime' }]
  })

/** Windows of one dimmer that apply from the same day share no minute. */
const lightsDisjoint: Rule = document =>
  upTo(DIMMERS).flatMap(dimmer => {
    const windows = upTo(LIGHT_PROGRAMMES).flatMap(programme => {
      const at = `Settings/Light/D${dimmer}/P${two(programme)}`
      const fromDay = numberAt(document, `${at}/FromDay`)
      const on = minutesOf(document[`${at}/On`])
      const off = minutesOf(document[`${at}/Off`])
      return on === undefined || off === undefined
        ? []
        : [{ programme, at, fromDay, hours: [on, off] as const }]
    })
    return windows.flatMap((window, i) => {
      const other = windows
        .slice(0, i)
        .find(earlier => earlier.fromDay === window.fromDay && windowsOverlap(earlier.hours, window.hours))
      if (!other) return []
      return [
        {
          field: `${window.at}/On`,
          message: 'settings.lightOverlap',
          values: { programme: other.programme },
        },
      ]
    })
  })

const relaysUnique: Rule = document => {
  const taken = new Map<number, number>()
  return upTo(RELAYS).flatMap(relay => {
    const field = `Settings/Relay/R${two(relay)}/Function`
    const relayFunction = numberAt(document, field)
    if (relayFunction === undefined || !isExclusive(relayFunction)) return []
    const other = taken.get(relayFunction)
    if (other !== undefined) return [{ field, message: 'settings.relayTaken', values: { relay: other } }]
    taken.set(relayFunction, relay)
    return []
  })
}

/** Controllers only let the age increase. */
const dayAgeRises: Rule = (document, reported) => {
  const field = 'Settings/Flock/DayAge'
  const age = numberAt(document, field)
  const before = numberAt(reported, field)
  if (age === undefined || before === undefined || age >= before) return []
  return [{ field, message: 'settings.dayAgeLower', values: { reported: before } }]
}

const rules: readonly Rule[] = [
  daysIncrease,
  curveInOrder,
  onBeforeOff,
  offsetsDoNotFall,
  minimumBelowMaximum,
  cyclesHaveTime,
  lightsDisjoint,
  relaysUnique,
  dayAgeRises,
]

/** Problems between the fields of a document; values invalid by themselves are left to their own check. */
export function crossFieldProblems(document: SettingDocument, reported: SettingDocument): SettingProblem[] {
  return rules.flatMap(rule => rule(document, reported))
}
