import type { HouseType, SettingValue } from '../signals.ts'
import { settingGroups, settingsInGroup } from '../signals.ts'
import { defaultLevels, targetDays, targetsAt } from '../standards/targets.ts'

/** Wire name → value. */
export type SettingMap = Map<string, SettingValue>

const two = (index: number) => String(index).padStart(2, '0')
const tenth = (value: number) => Math.round(value * 10) / 10

/** The ten days of age at which the curves of a house type bend. */
export const CURVE_DAYS: Record<HouseType, readonly number[]> = {
  broiler: [0, 3, 7, 14, 18, 21, 24, 27, 35, 42],
  pullet: [0, 4, 8, 15, 22, 29, 36, 49, 84, 119],
  layer: [120, 126, 140, 147, 175, 280, 385, 490, 595, 700],
  breeder: [0, 3, 6, 9, 12, 15, 21, 27, 146, 147],
}
/** °C below which no pad runs */
const PAD_FROM = 28.5
/** K over target at which tunnel ventilation may begin */
const TUNNEL_DIFFERENCE = 2
/** the light comes on at this hour */
const LIGHT_ON: Record<HouseType, number> = { broiler: 5, pullet: 6, layer: 4.5, breeder: 6 }
const LIGHT_PROGRAMMES = 8
/** min */
const DAWN_AND_DUSK = 30
const HEATED_ZONES = 4

const common = new Map<HouseType, SettingMap>()

/** Initial settings of every house of a type, including all of the signal model. */
export function defaultSettings(type: HouseType, fullLight: number): SettingMap {
  const known = common.get(type)
  if (known) return known
  const settings: SettingMap = new Map()
  for (const { key } of settingGroups) {
    for (const signal of settingsInGroup(key)) {
      settings.set(
        signal.name,
        signal.default ?? (signal.unit === 'HH:MM' ? '00:00' : Math.max(0, signal.low)),
      )
    }
  }
  for (const [name, value] of [
    ...curveSettings(type),
    ...levelSettings(),
    ...lightSettings(type, fullLight),
    ...equipmentSettings(type),
  ]) {
    settings.set(`Settings/${name}`, value)
  }
  common.set(type, settings)
  return settings
}

/** A setting without its prefix `Settings/`. */
export type Entry = readonly [name: string, value: SettingValue]

function curveSettings(type: HouseType): Entry[] {
  return CURVE_DAYS[type].flatMap((day, i): Entry[] => {
    const targets = targetsAt(type, day)
    const target = tenth(targets.temperature)
    const at = `Temp/Curve/P${two(i + 1)}`
    return [
      [`${at}/Day`, day],
      [`${at}/Target`, target],
      [`${at}/Heat`, tenth(target - 0.2)],
      [`${at}/Cool`, Math.max(target + 4, PAD_FROM)],
      [`${at}/Tunnel`, tenth(target + TUNNEL_DIFFERENCE)],
      [`${at}/LowAlarmDiff`, tenth(-targets.alarmLow)],
      [`${at}/HighAlarmDiff`, tenth(targets.alarmHigh)],
    ]
  })
}

/** Tunnel fans per group: a level uses whole groups, starting with the first. */
const GROUP_ENDS = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12]

function levelSettings(): Entry[] {
  let offset = 0
  return defaultLevels.flatMap((row): Entry[] => {
    const at = `Vent/L${two(row.level)}`
    // level 2 starts half a degree over target, each further one its step later
    offset = row.level === 1 ? 0 : row.level === 2 ? 0.5 : tenth(offset + row.step)
    const cycled = row.sideFansOn > 0 && row.sideFansOn < 300
    const sideMode = row.sideFansOn === 300 ? 1 : 2
    const modes = Array.from({ length: 12 }, (_, i) => {
      if (i < 2) return i < row.sideFans ? sideMode : 0
      const end = GROUP_ENDS[i - 2] as number
      if (end <= row.tunnelFans) return 1
      return end <= row.tunnelFans + row.tunnelFansCycled ? 2 : 0
    })
    const on = cycled ? row.sideFansOn : row.tunnelFansOn || 60
    return [
      [`${at}/TempOffset`, offset],
      ...modes.map((mode, i): Entry => [`${at}/FanGroupMode/G${two(i + 1)}`, mode]),
      [`${at}/CycleOn`, on],
      [`${at}/CycleOff`, 300 - on],
      [`${at}/VarSpeed1`, 0],
      [`${at}/VarSpeed2`, 0],
      [`${at}/SideInlet`, Math.round((row.sideInlet * row.sideInletsUsed) / 80)],
      [`${at}/TunnelInlet`, row.tunnelDoor],
      [`${at}/PressureTarget`, row.pressure],
      [`${at}/PadAllowed`, row.pad],
    ]
  })
}

const clock = (hour: number) => {
  const minutes = Math.round(hour * 60) % 1440
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

function lightSettings(type: HouseType, fullLight: number): Entry[] {
  return [1, 2].flatMap(dimmer =>
    lightDays(type).flatMap((day, i): Entry[] => {
      const { lightHours, lightLux } = targetsAt(type, day)
      const at = `Light/D${dimmer}/P${two(i + 1)}`
      return [
        [`${at}/FromDay`, day],
        [`${at}/On`, clock(LIGHT_ON[type])],
        [`${at}/Off`, clock(LIGHT_ON[type] + lightHours)],
        [`${at}/Level`, Math.min(100, Math.round((100 * lightLux) / fullLight))],
        [`${at}/RampUp`, DAWN_AND_DUSK],
        [`${at}/RampDown`, DAWN_AND_DUSK],
      ]
    }),
  )
}

/** Days on which the light changes; if there are more than programmes, the smallest changes in hours are dropped. */
function lightDays(type: HouseType): number[] {
  const days = targetDays(type).filter((day, i, all) => {
    const before = all[i - 1]
    return before === undefined || lightChange(type, before, day) > 0
  })
  while (days.length > LIGHT_PROGRAMMES) {
    const changes = days.slice(1).map((day, i) => lightChange(type, days[i] as number, day))
    days.splice(1 + changes.lastIndexOf(Math.min(...changes)), 1)
  }
  return days
}

/** Change in h of light, plus a little for its strength. */
function lightChange(type: HouseType, before: number, day: number): number {
  const [from, to] = [targetsAt(type, before), targetsAt(type, day)]
  return Math.abs(to.lightHours - from.lightHours) + Math.abs(to.lightLux - from.lightLux) / 1000
}

/** relays in order: 12 fan groups, heating zones, pad, fogger, inlets and door, lights, feed, water, alarm, belts */
const RELAYS = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 31, 32, 33,
]
const EGG_AND_MANURE_BELT = [34, 35]
/** water, feed and egg pulse, overload, phase loss, power failure */
const DIGITAL_INPUTS = [1, 2, 3, 4, 5, 6]

function equipmentSettings(type: HouseType): Entry[] {
  const relays = type === 'layer' ? [...RELAYS, ...EGG_AND_MANURE_BELT] : RELAYS
  // hens are heated only when their house has become cold
  const [onDiff, offDiff] = type === 'layer' ? [3.5, 2] : [1.2, 0]
  return [
    ...relays.map((drives, i): Entry => [`Relay/R${two(i + 1)}/Function`, drives]),
    ...DIGITAL_INPUTS.map((sees, i): Entry => [`IO/DI${i + 1}/Function`, sees]),
    ...Array.from({ length: HEATED_ZONES }, (_, i): Entry[] => [
      [`Heat/Z${i + 1}/Enabled`, true],
      [`Heat/Z${i + 1}/Sensor`, 2 * i + 1],
      [`Heat/Z${i + 1}/OnDiff`, onDiff],
      [`Heat/Z${i + 1}/OffDiff`, offDiff],
    ]).flat(),
    ['Tunnel/StartDiff', TUNNEL_DIFFERENCE],
    // high alarm: never below outside + 3 on hot days
    ['Temp/OutdoorAlarmComp', 3],
    ['VentComp/OutdoorFactor', 0.8],
    ['Cool/Pad/MaxHum', 85],
    ['Alarm/FeedOverrunMin', 45],
    ['Flock/HouseMode', 2],
  ]
}
