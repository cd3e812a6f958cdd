import { daysOf } from './setting-days.ts'
import { only } from './setting-draft.ts'
import type { SettingDocument, SettingGroupKey } from './signals.ts'

/**
 * What says most about a group, as people ask for it first: wire names without `Settings/`. `*` is the point, or the light
 * programme, of today. Of sensors it is what is unusual; what relays and inputs do is wiring, all alike.
 */
const first: Readonly<Record<SettingGroupKey, readonly string[]>> = {
  targetTemperature: ['Temp/Curve/P*/Target', 'Temp/TargetOffset', 'Temp/AbsHighAlarm'],
  minMaxLevel: ['Vent/MinMax/P*/Min', 'Vent/MinMax/P*/Max'],
  levels: ['Vent/LevelCount', 'Vent/LevelUpDelay', 'Vent/LevelDownDelay'],
  compensation: ['VentComp/CO2On', 'VentComp/HumOn', 'VentComp/MaxPct'],
  tunnel: ['Tunnel/StartDiff', 'Tunnel/MinOutdoorTemp'],
  inlets: ['Inlet/ControlMode', 'Inlet/PressureBand'],
  cooling: ['Cool/Pad/StartDiff', 'Cool/Pad/MaxHum', 'Cool/Pad/StartDay'],
  humidification: ['Humid/On', 'Humid/Off'],
  heating: ['Heat/Z1/Enabled', 'Heat/Z1/OnDiff', 'Heat/Z1/OffDiff'],
  sensors: [],
  relays: [],
  inputs: [],
  lights: ['Light/D1/P*/On', 'Light/D1/P*/Off', 'Light/D1/P*/Level'],
  alarmLimits: ['Alarm/PressureHigh', 'Alarm/PressureLow', 'Alarm/WaterMinLph'],
  flock: ['Flock/HouseMode', 'Flock/DayAge', 'Flock/BirdsPlaced'],
  house: ['House/Length', 'House/Width', 'House/Height'],
}

/** Unusual sensors named at most. */
const MOST = 3

/** The two or three settings of a group that say most, in order, as far as its controller has them. */
export function summaryOf(group: SettingGroupKey, document: SettingDocument, age: number | null): string[] {
  if (group === 'sensors') return unusualSensors(document).slice(0, MOST)
  return first[group].flatMap(pattern => {
    const name = `Settings/${pattern}`
    const at = name.includes('*') ? todaysOf(name, document, age) : name
    return at !== undefined && document[at] !== undefined ? [at] : []
  })
}

/** These settings, with the days of age of their points. */
export const summaryValues = (names: readonly string[], document: SettingDocument): SettingDocument => ({
  ...only(document, names),
  ...daysOf(names, document),
})

/** The setting at the last point not after an age, or the first; the first too while no age is known. */
function todaysOf(pattern: string, document: SettingDocument, age: number | null): string | undefined {
  const [before = '', after = ''] = pattern.split('*')
  const points = Object.keys(document)
    .filter(name => name.startsWith(before) && name.endsWith(after))
    .map(name => {
      const at = name.slice(0, -after.length)
      const day = document[`${at}/Day`] ?? document[`${at}/FromDay`]
      return { name, at, day: typeof day === 'number' ? day : Number.POSITIVE_INFINITY }
    })
    // A programme that goes off when it comes on is not in use.
    .filter(({ at }) => document[`${at}/On`] === undefined || document[`${at}/On`] !== document[`${at}/Off`])
    .toSorted((a, b) => a.day - b.day || a.name.localeCompare(b.name))
  const day = points.findLast(point => age !== null && point.day <= age)?.day ?? points[0]?.day
  return points.find(point => point.day === day)?.name
}

/** Sensors that are out of use or corrected. */
const unusualSensors = (document: SettingDocument): string[] =>
  Object.keys(document)
    .filter(name => name.startsWith('Settings/Sensor/'))
    .filter(
      name =>
        (name.endsWith('/Enabled') && document[name] === false) ||
        (name.endsWith('/Correction') && document[name] !== 0),
    )
    .toSorted()
