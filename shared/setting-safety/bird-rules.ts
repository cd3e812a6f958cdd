import { lightPhase, lightPointsAt } from '../controller-program/program.ts'
import { lightPoints } from '../controller-program/program-from-settings.ts'
import { DIMMERS } from '../signals/house-settings.ts'
import type { SettingDocument, SettingProblem } from '../signals.ts'
import { targetsAt } from '../standards/targets.ts'
import { changedLike, changedOf, isMoved, type Judged, numberIn, type Rule, upTo } from './judged.ts'
import { amountOf } from './safety.ts'

/** Modes of a house: without birds nothing runs in the first, and the others regulate for no birds. */
const GROWING = 2
const CATCHING = 3
const STANDS_STILL = [0, 4]
/** Days by which a controller may count otherwise than the farm. */
const SAME_AGE = 3
/** Relative differences that change nothing of note. */
const SAME_COUNT = 0.1
const SAME_SIZE = 0.2
/** h of light away from the standard, and h below which no bird finds feed and water. */
const LIGHT = { off: 6, least: 4 }
/** min of pads in the day below which they do not help. */
const PAD_HOURS = 4 * 60

/** A mode for a house without birds, with birds in it; catching while their meat may not be sold is asked about as well. */
export const houseMode: Rule = ({ document, changed, house }) => {
  const field = 'Settings/Flock/HouseMode'
  const mode = document[field]
  if (!changed.has(field) || typeof mode !== 'number' || mode === GROWING || house.alive <= 0) return []
  const { meatUntil } = house
  const withheld: SettingProblem[] =
    mode === CATCHING && meatUntil ? [{ field, message: 'risk.withheld', values: { day: meatUntil } }] : []
  const message = STANDS_STILL.includes(mode) ? 'risk.modeStops' : 'risk.modeForNone'
  if (house.isUsual) return [...withheld, { field, message: `${message}Uncounted`, values: { mode } }]
  return [...withheld, { field, message, values: { mode, alive: house.alive } }]
}

/** An age that is not that of the birds: curve, levels and light all follow it. */
export const dayAge: Rule = ({ document, changed, house }) => {
  const field = 'Settings/Flock/DayAge'
  const day = numberIn(document, 'Flock/DayAge')
  const { age, alive } = house
  if (!changed.has(field) || day === undefined || age === null || alive <= 0) return []
  const off = Math.abs(day - age) - SAME_AGE
  return off <= 0 ? [] : [{ field, message: 'risk.otherAge', values: { age }, off }]
}

export const birdsPlaced: Rule = ({ document, changed, house }) => {
  const field = 'Settings/Flock/BirdsPlaced'
  const placed = numberIn(document, 'Flock/BirdsPlaced')
  const { birds, alive, isUsual } = house
  if (!changed.has(field) || placed === undefined || alive <= 0 || isUsual) return []
  const off = Math.abs(placed / birds - 1) - SAME_COUNT
  return off <= 0 ? [] : [{ field, message: 'risk.otherCount', values: { birds }, off }]
}

/** A house that becomes another one: air and air speed are computed from its size. */
export const houseSize: Rule = judged => {
  const { document, house } = judged
  if (house.alive <= 0) return []
  const sizes = { Length: house.lengthM, Width: house.widthM, Height: house.heightM }
  return Object.entries(sizes).flatMap(([part, size]) => {
    const field = `Settings/House/${part}`
    const value = numberIn(document, `House/${part}`)
    if (!judged.changed.has(field) || value === undefined || !isMoved(judged, field)) return []
    const off = Math.abs(value / size - 1) - SAME_SIZE
    return off <= 0 ? [] : [{ field, message: 'risk.otherSize', values: { size }, off }]
  })
}

/** h of light of each dimmer at an age; undefined for one without programmes. */
function lightHours(document: SettingDocument, day: number): (number | undefined)[] {
  return upTo(DIMMERS).map(dimmer => {
    const all = lightPoints(name => document[`Settings/${name}`], dimmer)
    if (all.length === 0) return undefined
    return lightPointsAt(all, day)
      .filter(({ level }) => level > 0)
      .reduce((sum, point) => sum + lightPhase(point, 0).hours, 0)
  })
}

/** Too little or too much light today; of several dimmers each that had enough must keep it. */
export const light: Rule = judged => {
  const { document, before, house } = judged
  const field = changedLike(judged, /^Settings\/Light\//)
  if (!field || house.alive <= 0 || house.age === null) return []
  const { lightHours: wanted } = targetsAt(house.type, house.age)
  const least = Math.max(LIGHT.least, wanted - LIGHT.off)
  const most = Math.min(24, wanted + LIGHT.off)
  const [hours, had] = [document, before].map(each => lightHours(each, house.age ?? 0)) as [
    (number | undefined)[],
    (number | undefined)[],
  ]
  const lit = hours.filter(each => each !== undefined)
  const isDark =
    (had.some(each => each !== undefined) || lit.length > 0) &&
    (hours.some((now, i) => (now ?? 0) < least && (had[i] ?? 0) >= least) || lit.every(now => now < least))
  const values = { hours: Math.max(0, ...lit), wanted }
  if (isDark && hasLight(judged)) {
    const darkest = Math.min(...hours.flatMap((now, i) => (had[i] === undefined ? [] : [now ?? 0])))
    return [{ field, message: 'risk.dark', values: { hours: darkest, wanted }, off: least - darkest }]
  }
  const off = values.hours - most
  return off > 0 ? [{ field, message: 'risk.longLight', values, off }] : []
}

/** Whether the controller has light programmes of its own at all. */
const hasLight = ({ document }: Judged): boolean =>
  Object.keys(document).some(name => /^Settings\/Light\/D\d\/P\d+\/Level$/.test(name))

const offAtNought = ['WaterMaxLph', 'WaterMinLph', 'FeedOverrunMin', 'SiloLowKg'].map(
  name => `Settings/Alarm/${name}`,
)

/** An alarm that 0 switches off. */
export const alarmOff: Rule = ({ document, before, changed, house }) =>
  house.alive <= 0
    ? []
    : offAtNought
        .filter(field => changed.has(field) && document[field] === 0 && Number(before[field]) > 0)
        .map(field => ({ field, message: 'risk.alarmOff' }))

/** Limits the wrong way round: one of them always rings, or neither ever does. */
export const highAboveLow: Rule = judged =>
  [
    ['Alarm/PressureHigh', 'Alarm/PressureLow'],
    ['Alarm/WaterMaxLph', 'Alarm/WaterMinLph'],
  ].flatMap(names => {
    const [high = 0, low = 0] = names.map(name => numberIn(judged.document, name))
    const field = changedOf(judged, names)
    const isOff = names.includes('Alarm/WaterMaxLph') && (high === 0 || low === 0)
    const areKnown = names.every(name => numberIn(judged.document, name) !== undefined)
    return field && areKnown && !isOff && high <= low ? [{ field, message: 'risk.highBelowLow' }] : []
  })

/** Pads that run for hardly any of the day, or through the night. */
export const padHours: Rule = judged => {
  const { document, house } = judged
  const names = ['Cool/Pad/StopHour', 'Cool/Pad/StartHour']
  const field = changedOf(judged, names)
  const [stop, start] = names.map(name => amountOf(document[`Settings/${name}`])) as [number, number]
  if (!field || house.alive <= 0 || house.equipment?.padM2 === 0) return []
  const off = PAD_HOURS - (stop - start)
  return off > 0 ? [{ field, message: 'risk.padHours', off }] : []
}

/** Fog that keeps the house so damp that pads never may run. */
export const fogAgainstPads: Rule = (judged): SettingProblem[] => {
  const { document, house } = judged
  const [off, most] = ['Humid/Off', 'Cool/Pad/MaxHum'].map(name => numberIn(document, name))
  const field = changedOf(judged, ['Humid/Off', 'Cool/Pad/MaxHum'])
  if (!field || house.alive <= 0 || off === undefined || most === undefined || off < most) return []
  return [{ field, message: 'risk.fogAgainstPads', values: { humidity: most }, off: off - most }]
}
