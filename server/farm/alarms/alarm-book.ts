import type { EndReason } from '#shared/alarms.ts'
import { doubtOfCode } from '#shared/probe-doubts.ts'
import type { Severity } from '#shared/signals.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import type { Events } from '../../platform/events.ts'
import {
  type AlarmChange,
  keyOf,
  type NewAlarm,
  QUIET_MS,
  type Recorded,
  recordChanges,
  type Standing,
  standingAlarms,
  type Watched,
} from './alarm-record.ts'
import { createFlips } from './flips.ts'
import { type RingParts, ringFarm } from './ring.ts'
import type { WriteQueue } from './write-queue.ts'

export type { Standing } from './alarm-record.ts'

/** The active alarms: each is recorded before it is announced, and exists once per rule and device. */
export interface AlarmBook {
  find(watched: Watched): Standing | undefined
  all(): Standing[]
  /** Metrics of a device that rules must not read, because an active alarm says that they are wrong. */
  doubted(subjectId: string): ReadonlySet<string>
  raise(alarm: NewAlarm): void
  /**
   * `at`: when it cleared, ms since 1970. `reason`: why it ended although nothing said that all is well again; of a device
   * that serves no house any more this is `moved`, and becomes `deleted` where it was. One that comes and goes is over once
   * it has been quiet for a minute.
   */
  clear(about: Standing, at: number, reason?: EndReason): void
  /**
   * The trouble of a standing alarm is over, but its controller holds it since `at` until it is reset at the panel. It is raised
   * again as active when its trouble is back.
   */
  latch(about: Standing, at: number): void
  /** `figures`: what it is about now; without them those of its beginning stay. */
  escalate(about: Standing, level: Severity, figures?: Pick<NewAlarm, 'value' | 'limit'>): void
  /** Runs every few seconds: ends what comes and goes no more. */
  tick(): void
}

const NONE: ReadonlySet<string> = new Set()

/** By device, the metrics that its active alarms doubt. */
function createDoubted() {
  const bySubject = new Map<string, Set<string>>()
  return {
    of: (subjectId: string): ReadonlySet<string> => bySubject.get(subjectId) ?? NONE,
    note({ subjectId, code }: Standing, stands: boolean): void {
      const doubt = doubtOfCode(code)
      // What stands still may be true: birds that neither eat nor drink.
      if (!doubt || doubt.reason === 'still') return
      const { metric } = doubt
      const metrics = bySubject.get(subjectId) ?? new Set()
      if (stands) bySubject.set(subjectId, metrics.add(metric))
      else if (metrics.delete(metric) && metrics.size === 0) bySubject.delete(subjectId)
    },
  }
}

/** Starts with the active alarms in the database. */
export async function openAlarmBook({
  queue,
  now = Date.now,
  ...parts
}: RingParts & {
  events: Events
  queue: WriteQueue
  /** The server's clock, ms since 1970. */
  now?: () => number
}): Promise<AlarmBook> {
  const { store, events } = parts

  function announce({ id: alarmId, change, rings }: Recorded): void {
    const { about, what, farmPath } = change
    const { code, level, subjectId: iotId, source, houseIds, raisedAt } = about
    if (what !== 'flipped')
      events.emit('alarm', {
        alarmId,
        change: what,
        alarm: { code, level, iotId, source, houseIds, raisedAt },
      })
    if (rings)
      queue.soon(farmPath, async () => {
        const accountIds = await ringFarm(parts, farmPath)
        if (accountIds.length > 0) events.emit('notice', { accountIds })
      })
  }
  const add = queue.changes<AlarmChange>(async changes => {
    for (const recorded of await recordChanges(store, changes)) announce(recorded)
  })
  const known = await standingAlarms(store.scoped(SYSTEM))
  return bookOver(
    known.map(({ raisedAt, latchedAt, ...about }) => ({
      ...about,
      raisedAt: raisedAt.getTime(),
      isLatched: latchedAt !== null,
    })),
    add,
    now,
  )
}

/** A book that begins with these active alarms and hands each change to `add`; `now`: the server's clock, ms since 1970. */
export function bookOver(
  known: readonly Standing[],
  add: (change: AlarmChange) => void,
  now: () => number,
): AlarmBook {
  const standing = new Map<string, Standing>()
  const doubted = createDoubted()
  const flips = createFlips(now)
  const end = (about: Standing, at: number, reason: EndReason | null) =>
    add({ what: 'cleared', key: keyOf(about), farmPath: about.farmPath, about, at, reason })

  function enter(about: Standing): void {
    standing.set(keyOf(about), about)
    doubted.note(about, true)
  }
  for (const about of known) enter(about)

  return {
    find: watched => standing.get(keyOf(watched)),
    all: () => [...standing.values()],
    doubted: doubted.of,
    raise(alarm) {
      const { subjectId, rule, code, level, source, houseIds, farmPath, at } = alarm
      const { isLatched = false } = alarm
      const key = keyOf(alarm)
      const before = standing.get(key)
      const about: Standing = {
        subjectId,
        rule,
        code,
        level,
        source,
        houseIds,
        farmPath,
        raisedAt: before?.isLatched ? before.raisedAt : at,
        isLatched,
      }
      enter(about)
      if (before?.isLatched) return add({ what: 'relapsed', key, farmPath, about, alarm })
      const held = flips.comes(key, at)
      const isHere = held?.about.houseIds.some(id => houseIds.includes(id)) ?? false
      const isFlip = held !== undefined && isHere && at - held.at < QUIET_MS
      if (held && !isFlip) end(held.about, held.at, isHere ? null : 'moved')
      add({ what: isFlip ? 'flipped' : 'raised', key, farmPath, about, alarm })
    },
    clear(about, at, reason) {
      const key = keyOf(about)
      standing.delete(key)
      doubted.note(about, false)
      if (reason) flips.forget(key)
      if (reason || !flips.goes(key, { about, at })) end(about, at, reason ?? null)
    },
    latch(about, at) {
      const held = { ...about, isLatched: true }
      const key = keyOf(about)
      standing.set(key, held)
      add({ what: 'latched', key, farmPath: about.farmPath, about: held, at })
    },
    escalate(about, level, figures) {
      const worse = { ...about, level }
      const key = keyOf(about)
      standing.set(key, worse)
      add({ what: 'escalated', key, farmPath: about.farmPath, about: worse, figures: figures ?? null })
    },
    tick() {
      for (const { about, at } of flips.quiet()) end(about, at, null)
    },
  }
}
