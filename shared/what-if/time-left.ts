import type { TimeLeft } from '../contracts/what-if.ts'
import { metrics, type SettingDocument } from '../signals.ts'
import { watchHarms } from './harm.ts'
import { HARM_HOURS } from './harm-kinds.ts'
import { type Broken, type RunHouse, walkHouse } from './run-house.ts'
import type { Step } from './samples.ts'

/** A limit passed this soon is passed already, as far as the model can tell. min */
const NOW = 2
/** Minutes that a model of a whole house knows no better than this are said no more exactly. min */
const STEP = 5
const MINUTE_MS = 60_000

/**
 * When a house in this state passes a limit of heat or cold, which kill, else of carbon dioxide, by the physics of its air and
 * the programme of its controller; null if it passes none within hours, or has passed one.
 */
export function timeLeft(house: RunHouse, settings: SettingDocument, broken: Broken): TimeLeft | null {
  const watch = watchHarms(house)
  const courses = drawCourses(house)
  const each = (at: number, step: Step) => {
    watch.see(at, step)
    courses.see(at, step)
  }
  walkHouse(house, settings, { corrected: settings, hours: HARM_HOURS, each, broken })
  const passed = watch.passed()
  const first =
    passed.find(({ kind }) => kind === 'hot' || kind === 'cold') ?? passed.find(({ kind }) => kind === 'co2')
  if (!first || first.afterMin <= NOW) return null
  const { kind, limit, afterMin } = first
  const step = afterMin < 2 * STEP ? 1 : STEP
  const exactly = house.from + afterMin * MINUTE_MS
  return {
    kind,
    limit,
    afterMin: Math.round(afterMin / step) * step,
    at: Math.round(exactly / (step * MINUTE_MS)) * step * MINUTE_MS,
    birds: house.birds.count,
    course: courses.of(kind === 'co2' ? 'co2' : 'temperature', exactly),
    withoutPower: broken.power,
  }
}

/** Writes down, each minute, what becomes of the air. */
function drawCourses({ from, start }: RunHouse) {
  const all = [{ at: from, temperature: start.temperature, co2: start.co2 }]
  return {
    see(at: number, { temperature, co2 }: Step): void {
      if (at - (all.at(-1)?.at ?? 0) >= MINUTE_MS) all.push({ at, temperature, co2 })
    },
    of(value: 'temperature' | 'co2', until: number): TimeLeft['course'] {
      const known = all.flatMap(each => {
        const amount = each[value]
        return each.at > until || amount === null ? [] : { at: each.at, amount: Math.round(amount * 10) / 10 }
      })
      return { at: known.map(({ at }) => at), values: known.map(({ amount }) => amount) }
    },
  }
}

/** Code of a fan group that does not run although it should. */
const FAULT = 4
const groups = metrics.flatMap(({ name }) => /^Fan\/G(\d+)\/State$/.exec(name)?.[1] ?? [])

/** What does not work by what a controller tells; null where it does not tell of its power. */
export function brokenBy(read: (metric: string) => unknown): Broken | null {
  const isOn = (metric: string) => read(metric) === true || read(metric) === 1
  const mains = read('Power/MainsOk')
  if (mains === undefined || mains === null) return null
  const isOff = !(isOn('Power/MainsOk') || isOn('Power/GeneratorOn'))
  const fans = groups.filter(group => read(`Fan/G${group}/State`) === FAULT).map(Number)
  return { power: isOff, fans }
}
