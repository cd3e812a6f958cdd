import { isGrave } from '#shared/alarms.ts'
import { MEAN, PROBES } from '#shared/house-temperature.ts'
import type { LatestState } from '../../telemetry/device-side.ts'
import type { KnownHouse } from '../house-state/house-directory.ts'
import type { AlarmBook } from './alarm-book.ts'
import type { FarmRule, FarmRules } from './farm-rules.ts'
import { type JudgedRule, judgedRule } from './judged-rule.ts'
import { createCourses } from './rules/courses.ts'
import { type Facts, factsOf } from './rules/facts.ts'
import { platformRules } from './rules/platform-rules.ts'
import { doubtRules } from './rules/probe-doubts.ts'
import { hottest, meanTemperature } from './rules/probes.ts'
import { type Judgement, MINUTE, type Rule } from './rules/rule.ts'
import { isTunnel } from './rules/states.ts'
import type { ToldExchanges } from './told-exchanges.ts'
import { createTrends } from './trends.ts'
import type { Verdict, Watches } from './watches.ts'
import type { WaterWatch } from './water-watch.ts'

/** What a device last reported, and the house it serves. Times in ms since 1970. */
export interface Heard {
  deviceId: string
  house: KnownHouse
  latest: LatestState
  now: number
  /** The report that came just now: only rules about what is in it are judged. */
  report?: { at: number; has: (metric: string) => boolean }
}

/** Judges what devices report by the rules of the platform and of the farm, and enters the verdicts in the book. */
export interface Judges {
  judge(heard: Heard): void
  /** Asks about the probes of a device at the next look. */
  doubtAnew(deviceId: string): void
  /** The device's new birth no longer declares these metrics: what can no longer be judged is over. */
  undeclared(heard: Heard, metrics: readonly string[]): void
  forget(deviceId: string): void
}

/** An alarm ends once the value has been back for this long, or for some more than one report. ms */
const HOLD = { least: 60_000, most: 180_000, intervals: 1.5 }
const holdOf = ({ reportIntervalS }: LatestState): number =>
  Math.min(HOLD.most, Math.max(HOLD.least, HOLD.intervals * reportIntervalS * 1_000))

/** A second report is there by then, unless it comes very seldom. ms */
const SECOND_REPORT = { intervals: 1.1, most: 10 * MINUTE }

/** What a rule sees, with waits that no single reading fills. */
function patient(judged: Judgement | null, rule: Rule, { reportIntervalS }: LatestState): Judgement | null {
  if (!judged || !rule.waitsForReport) return judged
  const { intervals, most } = SECOND_REPORT
  const least = Math.min(most, intervals * reportIntervalS * 1_000)
  return { ...judged, steps: judged.steps.map(step => ({ ...step, delayMs: Math.max(step.delayMs, least) })) }
}

/** Readings are kept in single precision: what lies beyond it is noise. */
const tidy = (value: number | null): number | null => (value === null ? null : Number(value.toPrecision(7)))

const toldBy =
  ({ readings }: LatestState) =>
  (metric: string) =>
    readings.get(metric)?.value

const TEMPERATURES = [MEAN, ...PROBES]
/**
 * Probes go wrong in hours: how they go is followed each minute, whether it is wrong is asked so often, at another moment for
 * every device. ms
 */
const DOUBT_EVERY = 5 * MINUTE
const DOUBT_PHASES = 10
const concerns = ({ inputs }: Rule, has: (metric: string) => boolean) => inputs.some(has)

/** When it is time to ask about the probes of a device. */
function createPace(ticks: () => number) {
  const dueAt = new Map<string, number>()
  return {
    isDue(deviceId: string): boolean {
      const at = ticks()
      const known = dueAt.get(deviceId)
      if (known !== undefined && at < known) return false
      const phase = known === undefined ? (dueAt.size % DOUBT_PHASES) / DOUBT_PHASES : 0
      dueAt.set(deviceId, at + DOUBT_EVERY * (1 - phase))
      return true
    },
    forget: (deviceId: string) => void dueAt.delete(deviceId),
  }
}

/** The rules of a house: the platform's and its farm's own. */
function createRulesOf(rules: FarmRules) {
  const ofFarm = new WeakMap<FarmRule, JudgedRule>()
  function remembered(rule: FarmRule): JudgedRule {
    const made = judgedRule(rule)
    ofFarm.set(rule, made)
    return made
  }
  return (house: KnownHouse): readonly JudgedRule[] => {
    const own = rules.of(house)
    if (own.length === 0) return platformRules
    return [...platformRules, ...own.map(rule => ofFarm.get(rule) ?? remembered(rule))]
  }
}

export function createJudges(
  book: AlarmBook,
  rules: FarmRules,
  watches: Watches,
  ticks: () => number,
  waterOf: WaterWatch['of'],
  exchanges: Pick<ToldExchanges, 'explain'>,
): Judges {
  const trends = createTrends()
  const courses = createCourses()
  const doubts = createPace(ticks)
  const rulesOf = createRulesOf(rules)

  function factsNow({ deviceId, house, latest, now, report }: Heard): Facts {
    const facts = factsOf(house, toldBy(latest), now, book.doubted(deviceId))
    facts.waterHour = waterOf(house, deviceId)
    facts.exchanged = (metric, jumpedAt) => exchanges.explain(deviceId, metric, jumpedAt)
    facts.saidAt = metric => latest.readings.get(metric)?.at
    const mean = facts.once(meanTemperature)
    if (mean === null) return facts
    const warmth = { mean, hottest: hottest(facts) ?? mean, isTunnel: isTunnel(facts) }
    if (report && TEMPERATURES.some(report.has)) trends.take(deviceId, warmth, ticks())
    facts.rise = trends.riseTo(deviceId, warmth, ticks())
    return facts
  }

  function enter(verdict: Verdict, rule: JudgedRule, { deviceId, house }: Heard): void {
    const watched = { subjectId: deviceId, rule: rule.id }
    const stands = book.find(watched)
    const { due, level, at, since, target } = verdict
    const [value, limit] = [tidy(verdict.value), tidy(verdict.limit)]
    if (due === 'clear' && stands) book.clear(stands, at)
    if (due === 'escalate' && stands) book.escalate(stands, level, { value, limit })
    if (due === 'raise' && !stands)
      book.raise({
        ...watched,
        code: verdict.code ?? rule.code,
        source: 'platform',
        level,
        houseIds: [house.id],
        officePath: house.officePath,
        farmPath: house.farmPath,
        at,
        since,
        value,
        limit,
        target,
        ...(rule.calls && { calls: rule.calls }),
      })
  }

  return {
    judge(heard) {
      const { deviceId, house, latest, now, report } = heard
      const asksForProbes = !report && doubts.isDue(deviceId)
      const due = rulesOf(house).filter(rule => !report || concerns(rule, report.has))
      if (due.length === 0) return
      const facts = factsNow(heard)
      if (!report) courses.take(deviceId, facts, ticks())
      facts.courses = courses.of(deviceId)
      const asTold = facts.doubted.size === 0 ? facts : factsOf(house, toldBy(latest), now)
      asTold.rise = facts.rise
      asTold.waterHour = facts.waterHour
      for (const rule of asksForProbes ? [...due, ...doubtRules] : due) {
        if (rule.isAwaited?.(facts)) continue
        const standing = book.find({ subjectId: deviceId, rule: rule.id })?.level ?? null
        // A doubt ends nothing grave: what rings on a value rings on until the value is well.
        const judged = rule.judge(standing !== null && isGrave(standing) ? asTold : facts)
        const verdict = watches.look({
          subjectId: deviceId,
          rule,
          judged: patient(judged, rule, latest),
          now,
          since: report ? Math.min(report.at, now) : now,
          holdMs: holdOf(latest),
          standing,
          isCovered: rule.covers.some(code => {
            const covering = book.find({ subjectId: deviceId, rule: code })
            // What its controller only holds says nothing of what comes next.
            return covering && !covering.isLatched
          }),
        })
        if (verdict) enter(verdict, rule, heard)
      }
    },
    doubtAnew: doubts.forget,
    undeclared(heard, metrics) {
      const { deviceId, house, now } = heard
      const gone = new Set(metrics)
      const facts = factsNow(heard)
      for (const rule of rulesOf(house)) {
        const stands = book.find({ subjectId: deviceId, rule: rule.id })
        const isLost = stands && concerns(rule, metric => gone.has(metric)) && rule.judge(facts) === null
        if (isLost) book.clear(stands, now, 'gone')
      }
    },
    forget(deviceId) {
      watches.forget(deviceId)
      trends.forget(deviceId)
      courses.forget(deviceId)
      doubts.forget(deviceId)
    },
  }
}
