import { type EquippedHouse, equipmentOf } from './house-equipment.ts'
import type { Litter } from './litter.ts'
import type { Equipment } from './physics/equipment.ts'
import { type LevelAir, type LevelSwitches, levelAir } from './physics/house-air.ts'
import { FAN_GROUPS } from './signals/ventilation-settings.ts'
import type { SettingDocument, SettingProblem } from './signals.ts'

/** A house for which settings are judged. */
export interface JudgedHouse extends EquippedHouse {
  /** Days; null while it is empty. */
  age: number | null
  /** Birds of both sexes alive in it now. */
  alive: number
  /** Nobody said how many there are: both numbers are what such a house usually holds. */
  isUsual?: boolean | undefined
  /** The last day on which medicine forbids catching the birds; null where none does. */
  meatUntil?: string | null | undefined
  /** kg of one bird; null if neither scale nor breed tells it. */
  weight: number | null
  /** What they were placed on; null where nobody told, or on no litter. */
  litter?: Litter | null | undefined
}

/** A level in a document, with what its controller has for it. */
export interface Level extends LevelSwitches {
  level: number
  /** Wire name up to the part. */
  at: string
}

type Values = Readonly<Record<string, SettingDocument[string] | null>>

const two = (index: number) => String(index).padStart(2, '0')
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

/** The levels of a document in order; missing values are 0. */
export function levelsOf(document: Values): Level[] {
  const number = (name: string) => {
    const value = document[name]
    return typeof value === 'number' ? value : 0
  }
  const used = number('Settings/Vent/LevelCount')
  const numbers = new Set(
    Object.keys(document).flatMap(name => /^Settings\/Vent\/L(\d+)\//.exec(name)?.[1] ?? []),
  )
  return [...numbers]
    .toSorted()
    .filter(level => used === 0 || Number(level) <= used)
    .map(level => {
      const at = `Settings/Vent/L${level}/`
      return {
        level: Number(level),
        at,
        groups: upTo(FAN_GROUPS).map(group => number(`${at}FanGroupMode/G${two(group)}`)),
        cycleOn: number(`${at}CycleOn`),
        cycleOff: number(`${at}CycleOff`),
        sideInlet: number(`${at}SideInlet`),
        tunnelInlet: number(`${at}TunnelInlet`),
      }
    })
}

/** The air from the levels of a document in a house with this equipment, by level number. */
export const airOfLevels = (document: Values, equipment: Equipment): Map<number, LevelAir> =>
  new Map(levelsOf(document).map(level => [level.level, levelAir(equipment, level)]))

/** Relative amount by which a level may move less air than the one below it: openings are never that exact. */
const TOLERANCE = 0.02
/** The first level with the tunnel open, suitable for birds of any age, in the controllers' common table. */
export const TUNNEL_LEVEL = 11
/** Age in days below which moving air chills. */
export const TUNNEL_FROM_DAY = 14

/** Risks of levels for the birds of a house, among those that a change touches. */
export function levelRisks(
  document: SettingDocument,
  changed: readonly string[],
  house: JudgedHouse,
): SettingProblem[] {
  if (!changed.some(name => name.startsWith('Settings/Vent/L'))) return []
  const levels = levelsOf(document)
  const airs = airOfLevels(document, equipmentOf(house))
  return levels.flatMap((level, i) => {
    const below = levels[i - 1]
    const own = changed.find(name => name.startsWith(level.at))
    const field = own ?? changed.find(name => below && name.startsWith(below.at))
    if (!field) return []
    const [air, before] = [airs.get(level.level), below && airs.get(below.level)]
    const problems: SettingProblem[] = []
    if (air && before && air.airflow < before.airflow * (1 - TOLERANCE))
      problems.push({
        field,
        message: 'risk.airFalls',
        values: { level: level.level, below: level.level - 1 },
      })
    if (own && air?.airflow === 0 && house.alive > 0)
      problems.push({ field, message: 'risk.noAir', values: { level: level.level } })
    const isYoung = house.age !== null && house.age < TUNNEL_FROM_DAY
    const tunnel = changed.find(name => name === `${level.at}TunnelInlet`)
    if (tunnel && isYoung && level.tunnelInlet > 0 && level.level < TUNNEL_LEVEL)
      problems.push({ field: tunnel, message: 'risk.coldTunnel', values: { day: TUNNEL_FROM_DAY } })
    return problems
  })
}
