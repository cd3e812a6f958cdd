import { CURVE_POINTS } from '../signals/curve-settings.ts'
import type { SettingDocument, SettingProblem } from '../signals.ts'
import { targetsAt } from '../standards/targets.ts'
import { changedOf, type Judged, numberIn, type Rule, TOLERANCE, two, upTo } from './judged.ts'

/** K from the standard for type and age beyond which a target needs a second look. */
const FAR = 3
/** °C of the absolute limit to day 7: until then the ordinary limit may lie above the one set for later. */
const FIRST_WEEK = { days: 7, absolute: 38 }

const OFFSET = 'Temp/TargetOffset'
const NIGHT = 'Temp/NightSetback'
const LIMIT = 'Temp/AbsHighAlarm'
const points = upTo(CURVE_POINTS).map(point => (part: string) => `Temp/Curve/P${two(point)}/${part}`)

/** Targets far from the standard of the age, by their own points or because offset and night shift them all. */
export const standard: Rule = judged => [...farPoints(judged), ...farShift(judged)]

function farPoints(judged: Judged): SettingProblem[] {
  const { document, house } = judged
  return points.flatMap(at => {
    const [target, day] = [numberIn(document, at('Target')), numberIn(document, at('Day'))]
    if (target === undefined || day === undefined || !changedOf(judged, [at('Day'), at('Target')])) return []
    return farFrom(`Settings/${at('Target')}`, target, targetsAt(house.type, day).temperature)
  })
}

/** The shift of today's target; one that only the points themselves cause is told at them. */
function farShift(judged: Judged): SettingProblem[] {
  const { document, house } = judged
  const { age } = house
  if (age === null || !changedOf(judged, [OFFSET, NIGHT])) return []
  const [offset, night] = [numberIn(document, OFFSET) ?? 0, numberIn(document, NIGHT) ?? 0]
  if (offset === 0 && night === 0) return []
  const wanted = targetsAt(house.type, age).temperature
  const base = targetAt(document, age) ?? wanted
  const byDay = offset === 0 ? [] : farFrom(`Settings/${OFFSET}`, base + offset, wanted)
  if (byDay.length > 0) return byDay
  return farFrom(changedOf(judged, [NIGHT, OFFSET]) ?? NIGHT, base + offset + night, wanted)
}

function farFrom(field: string, target: number, standardTarget: number): SettingProblem[] {
  const by = Math.abs(target - standardTarget)
  if (by <= FAR + TOLERANCE) return []
  const message = target < standardTarget ? 'risk.colder' : 'risk.warmer'
  return [{ field, message, values: { standard: standardTarget, by }, off: by - FAR }]
}

/** °C of the curve at an age, linear between its points; undefined without one. */
function targetAt(document: SettingDocument, age: number): number | undefined {
  const known = points.flatMap(at => {
    const [day, target] = [numberIn(document, at('Day')), numberIn(document, at('Target'))]
    return day === undefined || target === undefined ? [] : [{ day, target }]
  })
  const after = known.find(({ day }) => day > age)
  const before = known.findLast(({ day }) => day <= age)
  if (!before || !after) return (before ?? after)?.target
  return before.target + ((after.target - before.target) * (age - before.day)) / (after.day - before.day)
}

/** If an absolute alarm is below the high one, only the absolute one ever rings. */
export const absolute: Rule = judged => {
  const { document } = judged
  const limit = numberIn(document, LIMIT)
  if (limit === undefined) return []
  return points.flatMap(at => {
    if (!changedOf(judged, [at('Target'), at('HighAlarmDiff'), LIMIT])) return []
    const [day = 0, target = Number.NaN, difference = Number.NaN] = ['Day', 'Target', 'HighAlarmDiff'].map(
      part => numberIn(document, at(part)),
    )
    const most = day <= FIRST_WEEK.days ? Math.max(limit, FIRST_WEEK.absolute) : limit
    const off = target + difference - most
    if (!(off > TOLERANCE)) return []
    const field = `Settings/${at('HighAlarmDiff')}`
    return [{ field, message: 'risk.aboveAbsolute', values: { absolute: limit }, off }]
  })
}

/** Alarms that ring while the controller is still taking countermeasures by itself; not those that did before. */
export const alarmsInOrder: Rule = judged => {
  const { before, document } = judged
  const known = before === document ? [] : earlyAlarms({ ...judged, document: before })
  return earlyAlarms(judged).filter(
    ({ field, message }) => !known.some(each => each.field === field && each.message === message),
  )
}

const earlyAlarms: Rule = judged =>
  points.flatMap(at => {
    const [target, heat, tunnel, low, high] = [
      'Target',
      'Heat',
      'Tunnel',
      'LowAlarmDiff',
      'HighAlarmDiff',
    ].map(part => numberIn(judged.document, at(part)) ?? Number.NaN) as [
      number,
      number,
      number,
      number,
      number,
    ]
    const [lowAlarm, highAlarm] = [`Settings/${at('LowAlarmDiff')}`, `Settings/${at('HighAlarmDiff')}`]
    const problems: SettingProblem[] = []
    if (changedOf(judged, [at('Heat'), at('LowAlarmDiff'), at('Target')]) && target - low > heat - TOLERANCE)
      problems.push({ field: lowAlarm, message: 'risk.lowAlarmAboveHeat', values: { heat } })
    if (
      changedOf(judged, [at('Tunnel'), at('HighAlarmDiff'), at('Target')]) &&
      target + high < tunnel + TOLERANCE
    )
      problems.push({ field: highAlarm, message: 'risk.highAlarmBelowTunnel', values: { tunnel } })
    return problems
  })
