import { equipmentOf } from './house-equipment.ts'
import type { LevelAir } from './physics/house-air.ts'
import { pointDay } from './setting-days.ts'
import { differing, only, type Wanted } from './setting-draft.ts'
import { airOfLevels, type JudgedHouse } from './setting-levels.ts'
import { type Judged, TOLERANCE, two } from './setting-safety/judged.ts'
import { safetyRules } from './setting-safety/rules.ts'
import { safeRanges } from './setting-safety/safe-ranges.ts'
import { amountOf, type Cell, type Range } from './setting-safety/safety.ts'
import { SETTINGS } from './signals/setting.ts'
import {
  type SettingDocument,
  type SettingProblem,
  type SettingSignal,
  type SettingValue,
  settingByName,
} from './signals.ts'

/**
 * What the controller would accept, but would harm the birds of this house: sent only after a second confirmation.
 * `told` is what its controller has, best of all groups: rules look across them. Nearer to safe than what stands is said of
 * each risk; it is one all the same.
 */
export function settingRisks(told: SettingDocument, wanted: Wanted, house: JudgedHouse): SettingProblem[] {
  const changed = new Set(differing(wanted, told))
  const document = { ...told, ...(wanted as SettingDocument) }
  const found = judge(house, { before: told, document, changed })
  if (found.length === 0) return []
  // The same cells the other way round: what going back would ask.
  const back = judge(house, { before: document, document: told, changed })
  return found.map(({ off, ...risk }) => {
    const stood = back.find(({ field, message }) => field === risk.field && message === risk.message)?.off
    const isBetter = off !== undefined && stood !== undefined && stood - off > TOLERANCE
    return isBetter ? { ...risk, isBetter } : risk
  })
}

/** What stands outside its safe range now, however it came there. */
export const standingRisks = (told: SettingDocument, house: JudgedHouse): SettingProblem[] =>
  judge(house, { before: told, document: told, changed: new Set(Object.keys(told)) })
    .filter(({ field, message }) => !EARLY_ALARMS.includes(message) && !isPassed(told, field, house.age))
    .map(({ off: _, ...risk }) => risk)

/** They annoy, but harm no bird: worth a question, not a standing mark. */
const EARLY_ALARMS = ['risk.lowAlarmAboveHeat', 'risk.highAlarmBelowTunnel']

/** A point that no day of this flock comes to again. */
function isPassed(document: SettingDocument, field: string, age: number | null): boolean {
  const point = /^(.*\/P)(\d+)\/[^/]*$/.exec(field)
  if (!point || age === null) return false
  const next = document[`${point[1]}${two(Number(point[2]) + 1)}/Day`]
  return typeof next === 'number' && next <= age
}

type Documents = Pick<Judged, 'document' | 'before' | 'changed'>

function judge(house: JudgedHouse, documents: Documents): SettingProblem[] {
  let known: Map<number, LevelAir> | undefined
  const airs = () => {
    known ??= airOfLevels(documents.document, equipmentOf(house))
    return known
  }
  const judged: Judged = { house, ...documents, airs }
  const found = [
    ...[...judged.changed].flatMap(field => outsideRange(judged, field)),
    ...Object.values(safetyRules).flatMap(rule => rule(judged)),
  ]
  // One cell may break a rule through several others.
  const once = new Map(found.map(problem => [`${problem.field} ${problem.message}`, problem]))
  return [...once.values()].map(problem => {
    const day = pointDay(problem.field, documents.document)
    return day === undefined ? problem : { ...problem, day }
  })
}

function outsideRange({ document, house }: Judged, field: string): SettingProblem[] {
  const range = safeRangeOf(document, field, house)
  const value = amountOf(document[field])
  if (!range) return []
  const [low, high] = range
  const [below, above] = [amountOf(low) - value, value - amountOf(high)]
  if (below > TOLERANCE) return [{ field, message: 'risk.low', values: { low }, off: below }]
  return above > TOLERANCE ? [{ field, message: 'risk.high', values: { high }, off: above }] : []
}

/** Both safe ends of a setting of this house among these values; undefined if only rules judge it, or nothing does. */
export function safeRangeOf(document: SettingDocument, field: string, house: JudgedHouse): Range | undefined {
  const signal = settingByName(field)
  const safety = signal && safeRanges[signal.pattern.slice(SETTINGS.length)]
  if (!signal || !safety?.range || (house.alive <= 0 && !safety.isKept)) return undefined
  return safety.range(cellOf(document, signal, house)) ?? undefined
}

function cellOf(document: SettingDocument, { name, indexes }: SettingSignal, house: JudgedHouse): Cell {
  const beside = (part: string) => {
    const value = document[name.replace(/[^/]*$/, part)]
    return typeof value === 'number' ? value : undefined
  }
  const isPoint = /\/P\d+\/[^/]*$/.test(name)
  return {
    house,
    day: (isPoint ? beside('Day') : undefined) ?? house.age,
    indexes: indexes.map(Number),
    beside,
  }
}

/**
 * The safe way instead of a risky change: values at the end of their safe range, and the present value of those that only
 * rules judge; all present values if that is not enough.
 */
export function saferWay(told: SettingDocument, wanted: Wanted, house: JudgedHouse): Wanted {
  const safer: Record<string, SettingValue | null> = {}
  for (const { field, message, values } of settingRisks(told, wanted, house)) {
    const end = message === 'risk.low' ? values?.low : message === 'risk.high' ? values?.high : undefined
    const present = told[field]
    if (end !== undefined) safer[field] ??= end
    else if (present !== undefined) safer[field] = present
  }
  const isSafe = settingRisks(told, { ...wanted, ...safer }, house).length === 0
  return isSafe ? safer : only(told, Object.keys(wanted))
}
