import { isGrave } from '#shared/alarms.ts'
import type { HouseType, Severity } from '#shared/signals.ts'
import { USUAL_SILENCE } from '#shared/silence-limits.ts'
import type { MetricValue } from '#shared/sparkplug/types.ts'
import type { LatestReading, LatestState } from '../../../telemetry/device-side.ts'
import type { KnownHouse } from '../../house-state/house-directory.ts'
import { bookOver } from '../alarm-book.ts'
import type { AlarmChange } from '../alarm-record.ts'
import { createControllerAlarms } from '../controller-alarms.ts'
import type { FarmRule } from '../farm-rules.ts'
import { createJudges } from '../judges.ts'
import { factsOf } from '../rules/facts.ts'
import { platformRules } from '../rules/platform-rules.ts'
import { silences } from '../silence-rule.ts'
import { noExchanges } from '../told-exchanges.ts'
import { createWatches } from '../watches.ts'

/** A house whose readings are played again. */
export interface ReplayedHouse {
  name: string
  type: HouseType
  /** Date of placement; null: the house is empty. */
  placedOn: string | null
  /** Null: the birds arrived as chicks. */
  hatchedOn: string | null
  timeZone: string
}

/** An alarm as it would have been. Times in ms since 1970. */
export interface ReplayedAlarm {
  code: string
  source: 'controller' | 'platform'
  /** The worst it reached. */
  level: Severity
  raisedAt: number
  /** Since when the value had been beyond its limit; null where only the controller knows. */
  since: number | null
  /** When it was first critical or worse: people are called then; null if never. */
  gravedAt: number | null
  /** Null: it still stood at the end. */
  clearedAt: number | null
  /** How often it came back before it was over: it came and went. */
  flips: number
  value: number | null
  limit: number | null
}

/** A house that lives again by an injected clock. */
export interface HouseReplay {
  /** A report, in order of time; until then time passes as in `pass`. */
  hear(at: number, values: ReadonlyMap<string, MetricValue>): void
  /** Its node is known to live at this time, though it has nothing to say: its values stand. */
  lives(at: number): void
  /** Time passes until then, and nothing is said. */
  pass(until: number): void
  /** What was raised so far, in order of time. */
  alarms(): readonly ReplayedAlarm[]
  /** Codes of the platform's rules that never saw what they look at. */
  unjudged(): string[]
}

interface Parts {
  house: ReplayedHouse
  /** The farm's own rules, besides those of the platform. */
  rules?: readonly FarmRule[]
  /** Where time begins, ms since 1970. */
  from: number
  /** Usual seconds between two reports: an alarm ends only after some more than one. */
  reportIntervalS: number
  /** After so long without a report nobody knows the values any more. ms */
  silentAfterMs: number
}

/** While time alone makes something due the house is looked at so often, else once a minute, as live. ms */
const STEP = 10_000
const ROUND = 60_000
const TRY_EVERY = 10 * ROUND
const DEVICE = 'replayed'
const OFFICE = '1.'
const SILENCE = { subjectId: DEVICE, rule: 'silence' }

/** Alarms that controllers file afterwards have no place in a replay: every report comes at its own time. */
const noPast = { note: () => {}, ended: () => {} }

/**
 * Plays a house's reports through the rules as the server does live: the same judgement, count of time, margins, covering and
 * silence; only the clock is given and nothing is stored or told.
 */
export function createHouseReplay({
  house,
  rules = [],
  from,
  reportIntervalS,
  silentAfterMs,
}: Parts): HouseReplay {
  let now = from
  let heardAt: number | null = null
  let roundAt = from
  let isSilent = false
  /** Time alone makes something due. */
  let isMoving = false
  const clock = () => now
  const known = knownHouse(house)
  const readings = new Map<string, LatestReading>()
  const latest: LatestState = { readings, lastMessageAt: null, reportIntervalS }
  const record = createRecord()
  const book = bookOver([], change => record.take(change, now), clock)
  const watches = createWatches(clock)
  const own = { of: () => rules, forget: () => {}, stop: async () => {} }
  // Nobody stored quarters of an hour.
  const judges = createJudges(book, own, watches, clock, () => null, noExchanges)
  const controllers = createControllerAlarms(book, noPast)
  const unjudged = new Set(platformRules)
  let triedAt = Number.NEGATIVE_INFINITY
  const heard = () => ({ deviceId: DEVICE, house: known, latest, now })

  function sweepSilence(): void {
    if (heardAt === null) return
    if (!isSilent && now - heardAt >= silentAfterMs) {
      isSilent = true
      isMoving = false
      watches.silence(DEVICE)
    }
    const aliveAt = isSilent ? heardAt + Math.max(0, silentAfterMs - USUAL_SILENCE.warningS * 1_000) : now
    const speaker = {
      id: DEVICE,
      houseId: house.name,
      officePath: OFFICE,
      gatewayId: null,
      isOnline: true,
      limits: USUAL_SILENCE,
    }
    const [due] = silences([{ ...speaker, aliveAt }], new Map(), new Set(), now)
    const stands = book.find(SILENCE)
    if (!due && stands) book.clear(stands, now)
    if (due && stands && stands.level !== due.level) book.escalate(stands, due.level)
    if (!due || stands) return
    const { code, level, since } = due
    const where = { houseIds: [house.name], officePath: OFFICE, farmPath: OFFICE }
    const figures = { value: null, limit: null, target: null }
    book.raise({ ...SILENCE, ...where, ...figures, code, level, source: 'platform', at: now, since })
  }

  function tick(): void {
    sweepSilence()
    book.tick()
    roundAt = now
    if (isSilent || heardAt === null) return
    judges.judge(heard())
    isMoving = watches.takeMoving().length > 0
  }

  /** Notes now and then which rules have something to look at. */
  function tryRules(): void {
    if (unjudged.size === 0 || now - triedAt < TRY_EVERY) return
    triedAt = now
    const facts = factsOf(known, metric => readings.get(metric)?.value, now)
    facts.rise = 0
    for (const rule of unjudged) if (rule.judge(facts)?.steps.length) unjudged.delete(rule)
  }

  function pass(until: number): void {
    for (;;) {
      const silentAt = isSilent || heardAt === null ? Infinity : heardAt + silentAfterMs
      const next = Math.min(roundAt + ROUND, silentAt, isMoving ? now + STEP : Infinity)
      if (next >= until) break
      now = next
      tick()
    }
    now = Math.max(now, until)
  }

  function lives(at: number): void {
    pass(at)
    heardAt = at
    isSilent = false
    sweepSilence()
  }

  return {
    lives,
    hear(at, values) {
      lives(at)
      for (const [metric, value] of values) readings.set(metric, { value, at })
      latest.lastMessageAt = at
      controllers.hear({ deviceId: DEVICE, at, historical: false, values }, known, latest)
      judges.judge({ ...heard(), report: { at, has: metric => values.has(metric) } })
      isMoving = watches.takeMoving().length > 0 || isMoving
      tryRules()
    },
    pass,
    alarms: () => record.alarms,
    unjudged: () => [...unjudged].map(({ code }) => code),
  }
}

/** The house as the server knows it, alone in the world. */
const knownHouse = ({ name, type, placedOn, hatchedOn, timeZone }: ReplayedHouse): KnownHouse => ({
  id: name,
  name,
  officePath: OFFICE,
  farmPath: OFFICE,
  carePath: null,
  litter: null,
  sharedUntil: 0,
  controlledUntil: 0,
  devices: [],
  type,
  flockStartedOn: placedOn,
  flockHatchedOn: hatchedOn ?? placedOn,
  timeZone,
  silence: USUAL_SILENCE,
})

/** Keeps what the book would have recorded. */
function createRecord() {
  const alarms: ReplayedAlarm[] = []
  const standing = new Map<string, ReplayedAlarm>()
  function take(change: AlarmChange, now: number): void {
    const { key, about } = change
    const known = standing.get(key)
    if (change.what === 'raised') {
      const { code, source, level, at, since, value, limit } = change.alarm
      const gravedAt = isGrave(level) ? at : null
      const made = {
        code,
        source,
        level,
        raisedAt: at,
        since,
        gravedAt,
        clearedAt: null,
        flips: 0,
        value,
        limit,
      }
      alarms.push(made)
      standing.set(key, made)
    }
    if (!known) return
    if (change.what === 'flipped') known.flips++
    if (change.what === 'escalated') {
      known.level = about.level
      if (isGrave(about.level)) known.gravedAt ??= now
    }
    if (change.what === 'cleared') {
      known.clearedAt = change.at
      standing.delete(key)
    }
  }
  return { alarms, take }
}
