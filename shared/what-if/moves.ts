import { HUMIDIFY_UNTIL } from '../controller-program/cooling.ts'
import { programFromSettings } from '../controller-program/program-from-settings.ts'
import { differing, draftProblems, isSame } from '../setting-draft.ts'
import type { JudgedHouse } from '../setting-levels.ts'
import { settingRisks } from '../setting-risks.ts'
import { type SettingDocument, type SettingGroupKey, type SettingValue, settingByName } from '../signals.ts'
import type { HarmKind } from './harm-kinds.ts'
import type { Concern, Verdict } from './verdict.ts'

/** What growers do at a controller about a concern. */
export const moveKinds = [
  'co2From',
  'nh3From',
  'humidityFrom',
  'moreAir',
  'higherMinimum',
  'higherMaximum',
  'stepsSooner',
  'stepsLater',
  'padsSooner',
  'heatSooner',
  'heatHarder',
  'fogSooner',
] as const
export type MoveKind = (typeof moveKinds)[number]

/** Cells of one group that would be set besides a draft. */
export interface Move {
  kind: MoveKind
  group: SettingGroupKey
  cells: SettingDocument
}

/** What helps against each concern, usual first. */
const against: Partial<Record<Concern, readonly MoveKind[]>> = {
  heat: ['stepsSooner', 'padsSooner', 'higherMaximum'],
  warm: ['stepsSooner', 'padsSooner'],
  cold: ['heatSooner', 'heatHarder', 'stepsLater'],
  cool: ['heatSooner', 'heatHarder', 'stepsLater'],
  co2: ['co2From', 'moreAir', 'higherMinimum'],
  nh3: ['nh3From', 'moreAir', 'higherMinimum'],
  air: ['moreAir', 'higherMinimum', 'co2From'],
  damp: ['humidityFrom', 'moreAir', 'heatSooner'],
  dry: ['fogSooner'],
}
const harmed: Record<HarmKind, Concern> = { hot: 'heat', cold: 'cold', co2: 'co2', nh3: 'nh3' }

/** The kinds of moves against all that a draft makes worse. */
export function movesAgainst({ harms, concerns }: Pick<Verdict, 'harms' | 'concerns'>): MoveKind[] {
  const causes = [...harms.filter(({ isNew }) => isNew).map(({ kind }) => harmed[kind]), ...concerns]
  return [...new Set(causes.flatMap(cause => against[cause] ?? []))]
}

/** A draft that moves are looked for. */
export interface MovedDraft {
  /** All settings as reported by the controller, and those of the draft. */
  today: SettingDocument
  wanted: SettingDocument
  house: JudgedHouse
}

/**
 * The strengths of a move that can be sent with a draft, weakest first: in the steps of the settings, allowed by the
 * controller's rules, and with the draft inside the safe ranges of this house. None that only takes the draft back.
 */
export function movesOf(kind: MoveKind, { today, wanted, house }: MovedDraft): Move[] {
  const drafted = { ...today, ...wanted }
  const { group, strengths } = made[kind](drafted, house.age ?? 0)
  return strengths.flatMap((asked): Move[] => {
    const cells = inSteps(asked, drafted)
    const all = { ...wanted, ...cells }
    const isDone = Object.keys(cells).length === 0
    const isTakenBack = !Object.keys(wanted).some(name => !isSame(all[name], today[name]))
    if (isDone || isTakenBack || differing(all, today).length === 0) return []
    const isAllowed = draftProblems(group, cells, drafted).length === 0
    return isAllowed && settingRisks(today, all, house).length === 0 ? [{ kind, group, cells }] : []
  })
}

/** Values in the steps of their settings; only those the controller has and that differ. */
function inSteps(asked: Readonly<Record<string, SettingValue>>, drafted: SettingDocument): SettingDocument {
  return Object.fromEntries(
    Object.entries(asked).flatMap(([name, value]) => {
      const signal = settingByName(name)
      if (!signal || drafted[name] === undefined) return []
      const stepped = typeof value === 'number' ? Number(value.toFixed(signal.decimals)) : value
      return isSame(stepped, drafted[name]) ? [] : [[name, stepped]]
    }),
  )
}

type Cells = Record<string, SettingValue>
interface Made {
  group: SettingGroupKey
  strengths: Cells[]
}
type Make = (document: SettingDocument, age: number) => Made

const two = (index: number): string => String(index).padStart(2, '0')
const numberIn = (document: SettingDocument, name: string): number =>
  Number(document[`Settings/${name}`] ?? 0)

/** Settings whose names match, each with another number. */
function scaled(document: SettingDocument, pattern: RegExp, to: (value: number) => number): Cells {
  return Object.fromEntries(
    Object.entries(document).flatMap(([name, value]) =>
      pattern.test(name) && typeof value === 'number' ? [[name, to(value)]] : [],
    ),
  )
}

/** Compensation that starts earlier, each time with room to work. */
const compensateFrom =
  (name: string, starts: readonly number[]): Make =>
  document => ({
    group: 'compensation',
    strengths: starts
      .filter(start => start < numberIn(document, `VentComp/${name}`))
      .map(start => ({
        [`Settings/VentComp/${name}`]: start,
        'Settings/VentComp/MaxPct': Math.max(ROOM, numberIn(document, 'VentComp/MaxPct')),
      })),
  })

/** % more ON time that compensation may reach. */
const ROOM = 40
const MORE_AIR = [1.25, 1.5, 2]
/** Levels by which a limit moves. */
const LEVELS_UP = { min: [1, 2], max: [2, 4] }
const SOONER = [0.75, 0.5]
const LATER = [1.3, 1.6]
/** K by which pads start sooner. */
const PADS = [1, 2]
/** K below the target at which heating begins: at it, and a little below. */
const HEAT_AT = [0.2, 0]
/** Shares of the band between beginning and full heat. */
const HEAT_BAND = [0.6, 0.3]
/** % of humidity at which fog begins, and up to which it goes on. */
const FOG = { more: [5, 10], until: 5 }

/** A limit of the day's levels, moved up. */
const limitUp =
  (part: 'Min' | 'Max', by: readonly number[]): Make =>
  (document, age) => {
    const days = Array.from({ length: 10 }, (_, i) => `Vent/MinMax/P${two(i + 1)}`).filter(
      at => document[`Settings/${at}/Day`] !== undefined,
    )
    const held = days.findLast(at => numberIn(document, `${at}/Day`) <= age) ?? days[0]
    if (!held) return { group: 'minMaxLevel', strengths: [] }
    const now = numberIn(document, `${held}/${part}`)
    const most = numberIn(document, part === 'Min' ? `${held}/Max` : 'Vent/LevelCount')
    return {
      group: 'minMaxLevel',
      strengths: by
        .filter(levels => now + levels <= most)
        .map(levels => ({ [`Settings/${held}/${part}`]: now + levels })),
    }
  }

const stepsBy =
  (shares: readonly number[]): Make =>
  document => ({
    group: 'levels',
    strengths: shares.map(share => scaled(document, /\/L\d\d\/TempOffset$/, value => value * share)),
  })

const made: Record<MoveKind, Make> = {
  co2From: compensateFrom('CO2On', [2_700, 2_400, 2_100]),
  nh3From: compensateFrom('NH3On', [15, 12, 10]),
  humidityFrom: compensateFrom('HumOn', [70, 65, 60]),
  /** More ON time in the same period, at all levels that run on the timer. */
  moreAir: document => ({
    group: 'levels',
    strengths: MORE_AIR.map(factor => {
      const { levels } = programFromSettings(name => document[`Settings/${name}`])
      return Object.fromEntries(
        levels.flatMap(({ groups, cycleOn, cycleOff }, i) => {
          if (!groups.includes(2) || cycleOn === 0 || cycleOff === 0) return []
          const at = `Settings/Vent/L${two(i + 1)}`
          const on = Math.min(cycleOn + cycleOff, Math.round(cycleOn * factor))
          return [
            [`${at}/CycleOn`, on],
            [`${at}/CycleOff`, cycleOn + cycleOff - on],
          ]
        }),
      )
    }),
  }),
  higherMinimum: limitUp('Min', LEVELS_UP.min),
  higherMaximum: limitUp('Max', LEVELS_UP.max),
  stepsSooner: stepsBy(SOONER),
  stepsLater: stepsBy(LATER),
  padsSooner: document => ({
    group: 'cooling',
    strengths: PADS.map(by => scaled(document, /\/Cool\/Pad\/StartDiff$/, value => Math.max(0, value - by))),
  }),
  /** Heating begins nearer to the target. */
  heatSooner: document => ({
    group: 'targetTemperature',
    strengths: HEAT_AT.map(below =>
      Object.fromEntries(
        Object.entries(document).flatMap(([name, heat]) => {
          const target = document[name.replace(/Heat$/, 'Target')]
          const isHeat = /\/Temp\/Curve\/P\d\d\/Heat$/.test(name)
          return isHeat && typeof heat === 'number' && typeof target === 'number'
            ? [[name, Math.max(heat, target - below)]]
            : []
        }),
      ),
    ),
  }),
  /** Heating is full sooner below where it begins. */
  heatHarder: document => ({
    group: 'heating',
    strengths: HEAT_BAND.map(share =>
      Object.fromEntries(
        Object.entries(document).flatMap(([name, on]) => {
          const off = document[name.replace(/OnDiff$/, 'OffDiff')]
          const isOn = /\/Heat\/Z\d\/OnDiff$/.test(name)
          return isOn && typeof on === 'number' && typeof off === 'number'
            ? [[name, off + (on - off) * share]]
            : []
        }),
      ),
    ),
  }),
  /** Fog is for chicks. */
  fogSooner: (document, age) => ({
    group: 'humidification',
    strengths: (age <= HUMIDIFY_UNTIL ? FOG.more : []).map(more => {
      const on = numberIn(document, 'Humid/On') + more
      return {
        'Settings/Humid/On': on,
        'Settings/Humid/Off': Math.max(numberIn(document, 'Humid/Off'), on + FOG.until),
      }
    }),
  }),
}
