import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { codeOfRule, isFigureAlarm } from '#shared/alarm-rules.ts'
import { isWorse } from '#shared/alarms.ts'
import { isFlockFigure } from '#shared/rule-subjects.ts'
import { dateIn, daysAfter, instantOf } from '#shared/zone-time.ts'
import { type Store, SYSTEM } from '../../platform/database/store.ts'
import type { flock } from '../../platform/database/tables/flocks.ts'
import { inRound, roundFailed } from '../../platform/rounds.ts'
import type { HouseDirectory, KnownHouse } from '../house-state/house-directory.ts'
import type { AlarmBook } from './alarm-book.ts'
import { FARM_RULE, type FarmRules } from './farm-rules.ts'
import { daysOf, flocksIn, flocksRecorded } from './figure-days.ts'
import { type FlockDays, standingOfFigure } from './figure-standing.ts'

/** How often new records are looked for. ms */
const LOOK_MS = 60_000
/** How often all flocks are judged: a day has ended, or a record was deleted. ms */
const ALL_MS = 3_600_000
/** What was told longer ago raises nothing any more. Days */
const RECENT_DAYS = 7

type FlockRow = typeof flock.$inferSelect

/** Judges the figures of flocks by the rules of their farms. */
export interface FigureWatch {
  /** Looks for records since the last look, once a minute. */
  sweep(): void
  /** Rules were changed: all flocks are judged anew at the next sweep. */
  again(): void
  settled(): Promise<void>
}

interface Parts {
  book: AlarmBook
  store: Store
  rules: FarmRules
  directory: HouseDirectory
  log: FastifyBaseLogger
  /** The server's clock, ms since 1970. */
  now: () => number
}

const rulesOf = (rules: FarmRules, house: KnownHouse) =>
  rules.of(house).filter(({ metric }) => isFlockFigure(metric))

/** Watches the days of flocks as they are recorded or closed. Houses whose farms have no such rule cost nothing. */
export function createFigureWatch({ book, store, rules, directory, log, now }: Parts): FigureWatch {
  const db = store.scoped(SYSTEM)
  let lookedAt = Number.NEGATIVE_INFINITY
  let allAt = Number.NEGATIVE_INFINITY
  let work = Promise.resolve()
  let isWorking = false

  async function look(): Promise<void> {
    const at = now()
    const ids = [...directory.all()].filter(house => rulesOf(rules, house).length > 0).map(({ id }) => id)
    const isAll = at - allAt >= ALL_MS
    // A transaction may be stored a while after the moment it names.
    const since = new Date(lookedAt - LOOK_MS)
    lookedAt = at
    if (isAll) allAt = at
    const flocks = isAll ? await flocksIn(db, ids) : await flocksRecorded(db, ids, since)
    for (const row of flocks) {
      judge(row, await daysOf(db, row))
      await nextTurn()
    }
    if (isAll) clearOthers(new Set(flocks.map(({ id }) => id)))
  }

  function judge(row: FlockRow, days: FlockDays): void {
    const house = directory.house(row.houseId)
    if (!house) return
    const today = dateIn(house.timeZone, now())
    for (const rule of rulesOf(rules, house)) {
      const watched = { subjectId: row.id, rule: `${FARM_RULE}${rule.id}` }
      const stands = book.find(watched)
      const alarm = standingOfFigure(rule, days, today)
      if (!alarm && stands) book.clear(stands, now())
      // The farm has made the rule graver meanwhile.
      if (alarm && stands && isWorse(rule.level, stands.level))
        book.escalate(stands, rule.level, { value: alarm.value, limit: rule.limit })
      if (!alarm || stands || alarm.day < daysAfter(today, -RECENT_DAYS)) continue
      const { id, officePath, farmPath, timeZone } = house
      book.raise({
        ...watched,
        code: codeOfRule(rule),
        source: 'platform',
        level: rule.level,
        houseIds: [id],
        officePath,
        farmPath,
        at: now(),
        since: instantOf(`${alarm.since}T00:00`, timeZone),
        value: alarm.value,
        limit: rule.limit,
        target: null,
        calls: rule,
      })
    }
  }

  /** Clears alarms about flocks that have left. */
  function clearOthers(open: ReadonlySet<string>): void {
    for (const about of book.all())
      if (isFigureAlarm(about.code) && !open.has(about.subjectId)) book.clear(about, now(), 'moved')
  }

  /** All flocks are judged at the next sweep. */
  function again(): void {
    allAt = Number.NEGATIVE_INFINITY
    lookedAt = Number.NEGATIVE_INFINITY
  }

  return {
    again,
    sweep() {
      if (isWorking || Math.abs(now() - lookedAt) < LOOK_MS) return
      isWorking = true
      work = inRound('flockAlarms', look)
        .catch(error => {
          roundFailed(log, 'flockAlarms', error)
          again()
        })
        .finally(() => {
          isWorking = false
        })
    },
    settled: () => work,
  }
}
