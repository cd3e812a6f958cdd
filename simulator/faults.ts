import type { Random } from '#shared/chance.ts'
import type { DemoFault } from '#shared/demo-faults.ts'

/**
 * What breaks in a house. A link is the gateway's connection to the server, see edge-node.ts. Those with a habit below occur
 * by chance, the others only if somebody plants them: no water in the drinking line, an auger that runs but delivers nothing,
 * inlets and doors that are stuck, a controller's clock an hour slow, a controller that holds its alarms until they are reset
 * at its panel, and how a controller treats commands.
 */
type FaultKind =
  | 'fanGroup'
  | 'temperatureSensor'
  | 'mains'
  | 'generator'
  | 'padPump'
  | 'link'
  | 'water'
  | 'feed'
  | 'door'
  | 'clock'
  | 'latch'
  | CommandTrouble
  | 'panel'

/** A controller that does not do what a command asks for. */
export type CommandTrouble = 'locked' | 'controller' | 'half' | 'refusing' | 'busy'

/** The names that people use for planted faults. */
export const kindOf: Readonly<Record<DemoFault, FaultKind>> = {
  power: 'mains',
  generator: 'generator',
  fan: 'fanGroup',
  probe: 'temperatureSensor',
  link: 'link',
  water: 'water',
  feed: 'feed',
  door: 'door',
  clock: 'clock',
  latch: 'latch',
  locked: 'locked',
  controller: 'controller',
  half: 'half',
  refusing: 'refusing',
  busy: 'busy',
  panel: 'panel',
}

/** Something broken until somebody repairs it. */
interface Fault {
  kind: FaultKind
  /** fan group or sensor from 1; 0 where there is only one */
  index: number
  /** ms since 1970 of the house's own time */
  until: number
}

/** How often a kind occurs in 30 days, how many there are to choose from, how long the repair takes in minutes. */
interface FaultHabit {
  kind: FaultKind
  perMonth: number
  choices: number
  repair: readonly [shortest: number, longest: number]
}

const houseHabits: readonly FaultHabit[] = [
  { kind: 'fanGroup', perMonth: 1.5, choices: 12, repair: [45, 400] },
  { kind: 'temperatureSensor', perMonth: 0.8, choices: 8, repair: [180, 1800] },
  { kind: 'mains', perMonth: 0.7, choices: 0, repair: [2, 9] },
  { kind: 'padPump', perMonth: 0.3, choices: 0, repair: [60, 600] },
]
const linkHabits: readonly FaultHabit[] = [{ kind: 'link', perMonth: 2, choices: 0, repair: [1, 25] }]
/** a bad radio: several times a day, for less time than anybody needs to be told of */
const roughLinkHabits: readonly FaultHabit[] = [
  { kind: 'link', perMonth: 180, choices: 0, repair: [0.2, 1.8] },
]

const MONTH = 30 * 86_400_000

/** Chance that breaks and repairs things; the same random stream gives the same faults. */
export interface Faults {
  active: Fault[]
  /** advances to `now` (ms) after `seconds` */
  step(now: number, seconds: number): void
  /** breaks something now, for a test or a demonstration */
  breakDown(fault: Fault): void
  /** ends a fault, however it came about */
  repair(kind: FaultKind, index: number): void
  has(kind: FaultKind, index?: number): boolean
}

/** Faults of a house; `rate` 1 is usual, 0 never. */
export function houseFaults(random: Random, rate: number): Faults {
  return faultsOf(houseHabits, random, rate)
}

/** Faults of a gateway's network; a rough one has its gaps even where nothing breaks. */
export function linkFaults(random: Random, rate: number, isRough = false): Faults {
  return isRough ? faultsOf(roughLinkHabits, random, Math.max(1, rate)) : faultsOf(linkHabits, random, rate)
}

function faultsOf(habits: readonly FaultHabit[], random: Random, rate: number): Faults {
  const total = habits.reduce((sum, habit) => sum + habit.perMonth, 0) * rate
  const active: Fault[] = []
  return {
    active,
    step(now, seconds) {
      for (let i = active.length - 1; i >= 0; i--) if ((active[i] as Fault).until <= now) active.splice(i, 1)
      if (random.next() >= (total * seconds * 1000) / MONTH) return
      const fault = pick(habits, random, now)
      if (!active.some(other => other.kind === fault.kind)) active.push(fault)
    },
    breakDown(fault) {
      active.push(fault)
    },
    repair(kind, index) {
      const left = active.filter(fault => fault.kind !== kind || fault.index !== index)
      active.splice(0, active.length, ...left)
    },
    has(kind, index) {
      if (active.length === 0) return false
      return active.some(fault => fault.kind === kind && (index === undefined || fault.index === index))
    },
  }
}

function pick(habits: readonly FaultHabit[], random: Random, now: number): Fault {
  let point = random.next() * habits.reduce((sum, habit) => sum + habit.perMonth, 0)
  const habit =
    habits.find(({ perMonth }) => {
      point -= perMonth
      return point < 0
    }) ?? (habits[0] as FaultHabit)
  const [shortest, longest] = habit.repair
  // short repairs are common, long ones rare
  const minutes = shortest + (longest - shortest) * random.next() ** 2
  const index = habit.choices > 0 ? 1 + Math.floor(random.next() * habit.choices) : 0
  return { kind: habit.kind, index, until: now + minutes * 60_000 }
}
