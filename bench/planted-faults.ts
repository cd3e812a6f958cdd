import type { DemoFault } from '#shared/demo-faults.ts'
import { alarmByMetric, alarms } from '#shared/signals.ts'
import { kindOf } from '#simulator/faults.ts'
import type { HouseSpec } from '#simulator/fleet.ts'
import type { House } from '#simulator/house-parts.ts'
import type { Course } from './rules-over-a-house.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** A fault in a simulated house. Times in ms since 1970. */
export interface PlantedFault {
  name: DemoFault
  from: number
  until: number
  /** Any of these alarms finds it. */
  codes: readonly string[]
  /** When it could be known at the earliest; undefined until then. */
  onset: number | undefined
}

interface Kind {
  name: DemoFault
  number: number
  lastsMs: number
  /** Alarms of the house's own controller, and those of the platform for one that warns of nothing itself. */
  own: readonly string[]
  foreign: readonly string[]
  /** How long, at the least, nobody can tell it from a house that is well; none by default. ms */
  allowedMs?: (house: House) => number
  /** Whether that time passes now: always, unless the fault can only be seen at times. */
  shows?: (house: House) => boolean
}

const isLit = ({ controller }: House) => controller.sinceLight > 0.5
/** Birds drink in bouts: that long nothing is wrong. An auger may run as long as it is set to. */
const DRINKING_PAUSE = 30 * MINUTE
const kinds: readonly Kind[] = [
  { name: 'power', number: 0, lastsMs: 10 * MINUTE, own: ['PowerFail'], foreign: ['MainsLost'] },
  {
    name: 'fan',
    number: 1,
    lastsMs: 4 * HOUR,
    own: ['FanGroupFault1'],
    foreign: ['FansFaulty'],
    // A group that is not wanted cannot fail to start.
    shows: ({ controller }) => (controller.fans[0] ?? 0) > 0,
  },
  { name: 'probe', number: 2, lastsMs: 6 * HOUR, own: ['SensorTemp2'], foreign: [] },
  {
    name: 'water',
    number: 0,
    // Longer than any night: nobody drinks in the dark.
    lastsMs: 18 * HOUR,
    own: ['WaterNone'],
    foreign: ['WaterStopped'],
    allowedMs: () => DRINKING_PAUSE,
    shows: isLit,
  },
  {
    name: 'feed',
    number: 0,
    lastsMs: 14 * HOUR,
    own: ['FeedOverrun'],
    foreign: [],
    allowedMs: ({ program }) => program.alarm.feedOverrun * MINUTE,
    shows: ({ stores }) => stores.augerRuns,
  },
  { name: 'door', number: 0, lastsMs: 2 * HOUR, own: ['InletStuck'], foreign: [] },
  { name: 'clock', number: 0, lastsMs: 2 * HOUR, own: ['ClockDrift'], foreign: [] },
  /** The server waits so long before it misses a node. */
  {
    name: 'link',
    number: 0,
    lastsMs: 40 * MINUTE,
    own: ['NoData'],
    foreign: ['NoData'],
    allowedMs: () => 3 * MINUTE - MINUTE,
  },
]

/** One of each kind after the other, at other hours in each house: by day, at night, at the change of both. */
export function plantedFaults(
  spec: HouseSpec,
  from: number,
  until: number,
  isForeign: boolean,
): PlantedFault[] {
  const chosen = kinds.filter(({ own, foreign }) => (isForeign ? foreign : own).length > 0)
  const apart = (until - from) / (chosen.length + 1)
  const shift = (HOUR * [...spec.name].reduce((sum, char) => sum + char.charCodeAt(0), 0)) % (12 * HOUR)
  return chosen.map(({ name, lastsMs, own, foreign }, i) => {
    const begins = Math.floor((from + i * apart + shift) / MINUTE) * MINUTE
    return {
      name,
      from: begins,
      until: begins + lastsMs,
      codes: isForeign ? foreign : [...own, ...foreign],
      onset: undefined,
    }
  })
}

const kindNamed = (name: DemoFault): Kind => kinds.find(kind => kind.name === name) as Kind

/** Breaks and repairs a house as planned, and notes when each fault can be known. */
export function courseOf(planted: readonly PlantedFault[], isForeign: boolean): Course {
  const shownMs = new Map<PlantedFault, number>()
  let told = 0
  const isOf = (at: number) => (fault: PlantedFault) => at >= fault.from && at < fault.until
  const isUnheard = (at: number) => planted.some(fault => fault.name === 'link' && isOf(at)(fault))
  return {
    each(house, at) {
      for (const fault of planted.filter(({ from }) => from === at)) {
        const { number } = kindNamed(fault.name)
        house.faults.breakDown({ kind: kindOf[fault.name], index: number, until: fault.until })
      }
      for (const fault of planted.filter(isOf(at))) {
        const { allowedMs = () => 0, shows = () => true } = kindNamed(fault.name)
        const shown = shows(house) ? (shownMs.get(fault) ?? 0) : 0
        if (shows(house) && shown >= allowedMs(house)) fault.onset ??= at
        shownMs.set(fault, shown + MINUTE)
      }
    },
    says(said, house) {
      if (isUnheard(house.at)) return null
      if (isForeign)
        return Object.fromEntries(Object.entries(said).filter(([metric]) => !alarmByMetric.has(metric)))
      return house.spec.rough?.length || Object.keys(said).length === 0
        ? said
        : { ...said, ...warningsOf(house) }
    },
    events(house) {
      if (isForeign || house.alarms.changes() === told || isUnheard(house.at)) return null
      told = house.alarms.changes()
      return warningsOf(house)
    },
  }
}

/** What its controller warns of. */
const warningsOf = (house: House): Record<string, boolean> =>
  Object.fromEntries(
    alarms
      .filter(({ houseTypes }) => houseTypes.includes(house.spec.type))
      .map(({ metric, code }) => [metric, house.alarms.standing(code)]),
  )
