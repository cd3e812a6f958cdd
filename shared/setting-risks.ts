import { type JudgedHouse, levelRisks, TUNNEL_FROM_DAY, TUNNEL_LEVEL } from './setting-levels.ts'
import { CURVE_POINTS } from './signals/curve-settings.ts'
import { type HouseType, type SettingDocument, type SettingProblem, settingByName } from './signals.ts'
import { targetsAt } from './standards/targets.ts'

/** K from the standard for type and age beyond which a target needs a second look. */
const FAR = 3
const TOLERANCE = 0.0005

const two = (index: number) => String(index).padStart(2, '0')
const numberAt = (document: SettingDocument, field: string) => {
  const value = document[field]
  return typeof value === 'number' ? value : undefined
}
const points = Array.from({ length: CURVE_POINTS }, (_, i) => two(i + 1))

/**
 * What in a document the controller would accept, but would harm the birds of this house: sent only after a second
 * confirmation. `changed` are the fields that differ from what is set; the rest of the group is included beside them.
 */
export function settingRisks(
  document: SettingDocument,
  changed: readonly string[],
  house: JudgedHouse,
): SettingProblem[] {
  const isChanged = (...fields: string[]) => fields.some(field => changed.includes(field))
  const outside = changed.flatMap(field => outsideSafe(field, numberAt(document, field)))
  const farFromStandard = points.flatMap(point => {
    const [day, target] = ['Day', 'Target'].map(part => `Settings/Temp/Curve/P${point}/${part}`)
    if (!day || !target || !isChanged(day, target)) return []
    return standardRisk(target, numberAt(document, target), numberAt(document, day), house.type)
  })
  return [
    ...outside,
    ...farFromStandard,
    ...silentAlarms(document, isChanged),
    ...earlyAlarms(document, isChanged),
    ...coldTunnel(document, isChanged),
    ...levelRisks(document, changed, house),
  ]
}

function outsideSafe(field: string, value: number | undefined): SettingProblem[] {
  const { safe } = settingByName(field) ?? {}
  if (!safe || value === undefined) return []
  const [low, high] = safe
  if (value < low - TOLERANCE) return [{ field, message: 'risk.low', values: { low } }]
  return value > high + TOLERANCE ? [{ field, message: 'risk.high', values: { high } }] : []
}

function standardRisk(
  field: string,
  target: number | undefined,
  day: number | undefined,
  houseType: HouseType,
): SettingProblem[] {
  if (target === undefined || day === undefined) return []
  const standard = targetsAt(houseType, day).temperature
  const by = Math.abs(target - standard)
  if (by <= FAR + TOLERANCE) return []
  return [{ field, message: target < standard ? 'risk.colder' : 'risk.warmer', values: { standard, by } }]
}

type IsChanged = (...fields: string[]) => boolean

/** If an absolute alarm is below the high one, only the absolute one ever rings. */
function silentAlarms(document: SettingDocument, isChanged: IsChanged): SettingProblem[] {
  const limit = 'Settings/Temp/AbsHighAlarm'
  const absolute = numberAt(document, limit)
  if (absolute === undefined) return []
  return points.flatMap(point => {
    const [target, field] = ['Target', 'HighAlarmDiff'].map(part => `Settings/Temp/Curve/P${point}/${part}`)
    if (!target || !field || !isChanged(target, field, limit)) return []
    const high = (numberAt(document, target) ?? Number.NaN) + (numberAt(document, field) ?? Number.NaN)
    return high > absolute + TOLERANCE ? [{ field, message: 'risk.aboveAbsolute', values: { absolute } }] : []
  })
}

/** Alarms that ring while the controller is still taking countermeasures by itself. */
function earlyAlarms(document: SettingDocument, isChanged: IsChanged): SettingProblem[] {
  return points.flatMap(point => {
    const at = (part: string) => `Settings/Temp/Curve/P${point}/${part}`
    const [target, heat, tunnel, low, high] = [
      'Target',
      'Heat',
      'Tunnel',
      'LowAlarmDiff',
      'HighAlarmDiff',
    ].map(part => numberAt(document, at(part)) ?? Number.NaN) as [number, number, number, number, number]
    const problems: SettingProblem[] = []
    if (isChanged(at('Heat'), at('LowAlarmDiff'), at('Target')) && target - low > heat - TOLERANCE)
      problems.push({ field: at('LowAlarmDiff'), message: 'risk.lowAlarmAboveHeat', values: { heat } })
    if (isChanged(at('Tunnel'), at('HighAlarmDiff'), at('Target')) && target + high < tunnel + TOLERANCE)
      problems.push({ field: at('HighAlarmDiff'), message: 'risk.highAlarmBelowTunnel', values: { tunnel } })
    return problems
  })
}

/** Levels that pull air along the house, allowed for birds too young for it. */
function coldTunnel(document: SettingDocument, isChanged: IsChanged): SettingProblem[] {
  return points.flatMap(point => {
    const [day, field] = ['Day', 'Max'].map(part => `Settings/Vent/MinMax/P${point}/${part}`)
    if (!day || !field || !isChanged(day, field)) return []
    const [age = Number.NaN, level = 0] = [numberAt(document, day), numberAt(document, field)]
    if (!(age < TUNNEL_FROM_DAY) || level < TUNNEL_LEVEL) return []
    return [{ field, message: 'risk.coldTunnel', values: { day: TUNNEL_FROM_DAY } }]
  })
}
