import { adviceOf, causeOf } from '#shared/alarm-cause.ts'
import type { EndReason } from '#shared/alarms.ts'
import type { Severity } from '#shared/signals.ts'
import { type Store, SYSTEM } from '../../platform/database/store.ts'
import type { EventMap, Events, ToldAlarm } from '../../platform/events.ts'
import type { HouseDirectory } from '../house-state/house-directory.ts'
import {
  keyOf,
  type NewAlarm,
  recordCleared,
  recordEscalated,
  recordRaised,
  standingAlarms,
  type Watched,
} from './alarm-record.ts'
import { alarmTitle } from './titles.ts'
import type { WriteQueue } from './write-queue.ts'

/** An active alarm. */
export type Standing = Pick<ToldAlarm, 'code' | 'level' | 'source' | 'houseIds' | 'raisedAt'> & Watched
type Told = Pick<ToldAlarm, 'code' | 'houseIds'> & { at: number }

/** The active alarms: each is recorded before it is announced, and exists once per rule and device. */
export interface AlarmBook {
  find(watched: Watched): Standing | undefined
  all(): Standing[]
  raise(alarm: Omit<NewAlarm, 'text'>): void
  /**
   * `at`: when it cleared, ms since 1970. `reason`: why it ended although nothing said that all is well again; of a device
   * that serves no house any more this is `moved`, and becomes `deleted` where it was.
   */
  clear(about: Standing, at: number, reason?: EndReason): void
  /** `figures`: what it is about now; without them those of its beginning stay. */
  escalate(about: Standing, level: Severity, figures?: Pick<NewAlarm, 'value' | 'limit'>): void
}

/** Starts with the active alarms in the database. */
export async function openAlarmBook({
  store,
  events,
  queue,
  directory,
}: {
  store: Store
  events: Events
  queue: WriteQueue
  directory: HouseDirectory
}): Promise<AlarmBook> {
  const standing = new Map<string, Standing>()
  /** The same by house: of ten thousand silent houses each has few. */
  const inHouse = new Map<string, Map<string, Standing>>()
  function put(about: Standing): void {
    remove(about)
    const key = keyOf(about)
    standing.set(key, about)
    for (const id of about.houseIds) {
      const ofHouse = inHouse.get(id) ?? new Map<string, Standing>()
      inHouse.set(id, ofHouse.set(key, about))
    }
  }
  function remove(watched: Watched): void {
    const key = keyOf(watched)
    for (const id of standing.get(key)?.houseIds ?? []) {
      const ofHouse = inHouse.get(id)
      if (ofHouse?.delete(key) && ofHouse.size === 0) inHouse.delete(id)
    }
    standing.delete(key)
  }

  const namesOf = (houseIds: readonly string[]) => houseIds.map(id => directory.house(id)?.name ?? '?')
  /** Message text, based on what is active in the houses when it is written: cause and effect may come in any order. */
  function textOf({ code, houseIds, at }: Told, value: number | null, limit: number | null) {
    const inHouses = new Set(houseIds.flatMap(id => [...(inHouse.get(id)?.values() ?? [])]))
    const others = [...inHouses].map(({ code, raisedAt }) => ({ code, since: raisedAt }))
    const cause = causeOf(others, [{ code, since: at }])
    const { timeZone = 'UTC' } = directory.house(houseIds[0] ?? '') ?? {}
    return alarmTitle({
      code,
      houseNames: namesOf(houseIds),
      value,
      limit,
      advice: language => adviceOf(code, cause, language, timeZone),
    })
  }

  const tell = (alarmId: string, change: EventMap['alarm'][0]['change'], about: Standing) => {
    const { code, level, subjectId: iotId, source, houseIds, raisedAt } = about
    events.emit('alarm', { alarmId, change, alarm: { code, level, iotId, source, houseIds, raisedAt } })
  }
  const tellPeople = (accountIds: string[]) => {
    if (accountIds.length > 0) events.emit('notice', { accountIds })
  }

  for (const { raisedAt, ...known } of await standingAlarms(store.scoped(SYSTEM)))
    put({ ...known, raisedAt: raisedAt.getTime() })

  return {
    find: watched => standing.get(keyOf(watched)),
    all: () => [...standing.values()],
    raise(alarm) {
      const { subjectId, rule, code, level, source, houseIds, at } = alarm
      const now: Standing = { subjectId, rule, code, level, source, houseIds, raisedAt: at }
      put(now)
      queue.add(keyOf(alarm), async () => {
        const text = textOf(alarm, alarm.value, alarm.limit)
        const recorded = await recordRaised(store, { ...alarm, text })
        if (!recorded) return
        tell(recorded.id, 'raised', now)
        tellPeople(recorded.told)
      })
    },
    clear(about, at, reason) {
      remove(about)
      queue.add(keyOf(about), async () => {
        const id = await recordCleared(store, about, at, reason)
        if (id) tell(id, 'cleared', about)
      })
    },
    escalate(about, level, figures) {
      const worse = { ...about, level }
      put(worse)
      queue.add(keyOf(about), async () => {
        const { value = null, limit = null } = figures ?? {}
        const text = textOf({ ...about, at: about.raisedAt }, value, limit)
        const recorded = await recordEscalated(store, { ...about, level, text, figures })
        if (!recorded) return
        tell(recorded.id, 'escalated', worse)
        tellPeople(recorded.told)
      })
    },
  }
}
