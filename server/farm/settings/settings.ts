import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { differing, draftProblems, only } from '#shared/setting-draft.ts'
import { type Courses, returnsOf, withChange } from '#shared/temporary-settings.ts'
import { isInScope } from '../../platform/database/scope.ts'
import { type Store, SYSTEM } from '../../platform/database/store.ts'
import { workWhenTold } from '../../platform/database/work-when-told.ts'
import type { EventMap, Events } from '../../platform/events.ts'
import { type Viewer, viewerOfAccount } from '../../platform/http/identify.ts'
import { roundFailed } from '../../platform/rounds.ts'
import { isSilent } from '../../platform/silence.ts'
import type { DeviceSide } from '../../telemetry/device-side.ts'
import { commandOf } from './command.ts'
import { endChange } from './end-change.ts'
import { type ChangeRow, moveOn, type OpenChange, openChanges } from './open-changes.ts'
import { watchReported } from './reported.ts'
import {
  isOvertaken,
  isPutOff,
  judge,
  judgeExpiry,
  judgeOvertaken,
  judgeReadBack,
  judgeSilence,
  judgeUnsafe,
  TRIES,
  type Verdict,
} from './rules.ts'
import { coursesAt, isDueReturn, overdueReturns } from './temporary.ts'
import { type ToldSettings, toldSettings } from './told-settings.ts'
import { type HarmsOf, waitedJudge } from './waited.ts'

interface Parts {
  store: Store
  events: Events
  devices: DeviceSide
  log: FastifyBaseLogger
  harmsOf: HarmsOf
  /** How long a controller has to answer before it is asked again. ms */
  answerMs?: number
  /** How long a temporary change may outlast its end before that is an alarm. ms */
  returnLateMs?: number
  /** From which age on a change is judged by the house's model once more. ms */
  waitedMs?: number
  /** A clock that nobody sets, ms. */
  ticks?: () => number
}

export interface RunningSettings {
  stop(): Promise<void>
}

const ANSWER_MS = 15_000
const RETURN_LATE_MS = 5 * 60_000
const WAITED_MS = 60_000
/** In the command: a controller does not execute it after this. ms */
const WIRE_MS = 60_000
/** How often to look for expired changes, and for rights that ended without notice. ms */
const LOOK_MS = 1_000

/**
 * Sends changes of settings and finds out what became of them. Its whole state is in the database and in what controllers
 * report, so that another process can continue where this one ends.
 */
export function startSettings({
  store,
  events,
  devices,
  log,
  harmsOf,
  answerMs = ANSWER_MS,
  returnLateMs = RETURN_LATE_MS,
  waitedMs = WAITED_MS,
  ticks = () => performance.now(),
}: Parts): RunningSettings {
  /** Controllers with an open change: only their reports matter here. */
  let waitedFor: ReadonlySet<string> = new Set()
  /** True while this installation is a restored copy: the original sends, or has sent, what is open here. */
  let isHeldBack = false
  const onError = (error: unknown) => roundFailed(log, 'settings', error)
  const reported = watchReported({ store, events, devices, log, ticks })
  const tellOverdue = createOverdue({ store, events, devices }, returnLateMs)

  async function round(): Promise<boolean> {
    const open = await openChanges(store)
    isHeldBack = open.length > 0 && (await isSilent(store))
    waitedFor = new Set(open.map(({ deviceId }) => deviceId))
    const viewers = new Map<string, Promise<Viewer | null>>()
    const viewerOf = (accountId: string) => {
      const known = viewers.get(accountId) ?? viewerOfAccount(store, accountId)
      viewers.set(accountId, known)
      return known
    }
    const busy = new Set<string>()
    for (const change of open) {
      const step = busy.has(change.deviceId) ? standInLine : advance
      busy.add(change.deviceId)
      // One that fails must not hold up the others.
      const maker = change.accountId ? await viewerOf(change.accountId) : null
      await step(change, maker).catch(onError)
    }
    await tellOverdue()
    return false
  }

  /** A controller gets one change at a time: the others wait, as long as they may. */
  async function standInLine(change: OpenChange, maker: Viewer | null): Promise<void> {
    const told = toldSettings(devices.latest(change.deviceId))
    if (isHeldBack) await end(change, { state: 'failed', failure: 'silent' }, told)
    else if (!mayChange(maker, change)) await end(change, { state: 'failed', failure: 'notAllowed' }, told)
    else if (change.expiresAt.getTime() <= Date.now()) await end(change, { state: 'expired' }, told)
  }

  async function advance(change: OpenChange, maker: Viewer | null): Promise<void> {
    const told = toldSettings(devices.latest(change.deviceId))
    const verdict = change.tries > 0 ? judge(change, told) : undefined
    if (verdict) return end(change, verdict, told)
    if (isHeldBack) return end(change, { state: 'failed', failure: 'silent' }, told)
    if (change.state === 'sending' && (change.againAt?.getTime() ?? 0) > Date.now()) return
    const isOther = change.state === 'sending' ? judgeReadBack(change, told) : undefined
    if (isOther) return end(change, isOther, told)
    if (!mayChange(maker, change)) return end(change, { state: 'failed', failure: 'notAllowed' }, told)
    if (change.tries >= TRIES && !isPutOff(change, told)) return end(change, judgeSilence(change, told), told)
    if (change.expiresAt.getTime() <= Date.now()) return end(change, judgeExpiry(change, told), told)
    const reach = devices.reach(change.deviceId)
    if (reach === 'away') return waitAgain(store, change)
    if (reach === 'deaf') return end(change, { state: 'failed', failure: 'deaf' }, told)
    if (isOvertaken(change, told) && (await startsFromReturns(store, change, told))) return
    if (isOvertaken(change, told) || isBroken(change, told))
      return end(change, judgeOvertaken(change, told), told)
    const judgement = judgeWaited(change, told, devices.latest(change.deviceId))
    if (judgement === 'unsafe') return end(change, judgeUnsafe(change, told), told)
    if (judgement === 'safe') await send(change, told)
  }

  /** First the claim, then the command: only one process sends it, and a killed one is followed by another try. */
  async function send(change: OpenChange, told: ToldSettings): Promise<void> {
    const now = Date.now()
    const db = store.scoped(SYSTEM)
    const { base, returns } = plannedReturns(change, await coursesAt(db, change.deviceId))
    const claimed = await moveOn(db, change, {
      state: 'sending',
      tries: change.tries + 1,
      base,
      sentAt: sql`coalesce(sent_at, now())`,
      againAt: new Date(now + answerMs),
    })
    if (!claimed) return
    const expiresAt = Math.min(now + WIRE_MS, change.expiresAt.getTime())
    devices.command(change.deviceId, commandOf(change, { told, now, expiresAt, returns }))
  }

  async function end(change: OpenChange, verdict: Verdict, told: ToldSettings): Promise<void> {
    const accountIds = await endChange(store, change, verdict, told)
    if (accountIds?.length) events.emit('notice', { accountIds })
  }

  const working = workWhenTold({ store, channel: 'setting', everyMs: LOOK_MS, name: 'settings', round, log })
  const judgeWaited = waitedJudge({ harmsOf, waitedMs, log, wake: working.wake })
  const onTold = ({ deviceId }: { deviceId: string }) => {
    if (waitedFor.has(deviceId)) working.wake()
  }
  const telling = passOn({ store, events })
  events.on('report', onTold)
  events.on('status', onTold)
  events.on('access', working.wake)

  return {
    async stop() {
      events.off('report', onTold)
      events.off('status', onTold)
      events.off('access', working.wake)
      await Promise.all([working.stop(), telling.stop(), reported.stop()])
    },
  }
}

/** The link was lost during sending: the change may have arrived, which the controller reports when it is back. */
async function waitAgain(store: Store, change: OpenChange): Promise<void> {
  if (change.state === 'sending')
    await moveOn(store.scoped(SYSTEM), change, { state: 'waiting', againAt: null })
}

/**
 * While it waited, temporary values have ended by themselves, as everybody was told: that is no change by somebody else.
 * It starts from what now holds.
 */
async function startsFromReturns(store: Store, change: OpenChange, told: ToldSettings): Promise<boolean> {
  const db = store.scoped(SYSTEM)
  const courses = await coursesAt(db, change.deviceId, change.madeAt)
  const names = differing(change.before, told.values)
  if (!names.every(name => isDueReturn(courses.get(name), told.values[name]))) return false
  const before = { ...change.before, ...only(told.values, names) }
  return (await moveOn(db, change, { before })) !== undefined
}

/** Announces the temporary changes still in force; once there are none left, an empty list, once. */
function createOverdue(
  { store, events, devices }: Pick<Parts, 'store' | 'events' | 'devices'>,
  lateMs: number,
) {
  /** True before the first look: what an earlier process reported may be over. */
  let areSome = true
  return async (): Promise<void> => {
    const deviceIds = await overdueReturns(store, devices, lateMs)
    if (deviceIds.length > 0 || areSome) events.emit('overdueReturn', { deviceIds })
    areSome = deviceIds.length > 0
  }
}

/** What a change leaves for its gateway to do by itself later, and the permanent values under a temporary one. */
function plannedReturns(change: ChangeRow, courses: Courses) {
  const { id, wanted, before, returnsAt } = change
  const names = Object.keys(wanted)
  if (!returnsAt) return { base: null, returns: [] }
  const until = returnsAt.getTime()
  const base = Object.fromEntries(
    names.flatMap(name => {
      const value = courses.get(name)?.base ?? before[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
  return { base, returns: returnsOf(withChange(courses, { id, values: wanted, until, base }), names) }
}

/** Announces in this process what the database says about changes, whichever process made them. */
const passOn = ({ store, events }: Pick<Parts, 'store' | 'events'>) =>
  store.listen('setting', {
    heard: payload => {
      const told = payload === '' ? null : (JSON.parse(payload) as EventMap['setting'][0])
      if (told) events.emit('setting', told)
    },
    began: () => {},
  })

/** Whether a change's maker may still make it: their right, their scope, and the customer's consent (RC). */
export function mayChange(maker: Viewer | null, change: OpenChange): boolean {
  if (!maker || maker.isReadOnly || !change.isBound || !maker.grants.has('device_setting:edit')) return false
  const { house, farmPath, carePath, isRemote } = change
  return (
    isInScope(maker.scope, { path: house.officePath, farmPath, carePath }) &&
    (maker.scope.farm === farmPath || isRemote)
  )
}

/** The rest of the group has changed: together with it, the change now breaks a rule. */
const isBroken = ({ group, wanted }: ChangeRow, { values }: ToldSettings): boolean =>
  draftProblems(group, wanted, values).length > 0
