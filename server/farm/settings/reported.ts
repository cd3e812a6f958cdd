import { createHash } from 'node:crypto'
import { and, eq, gte, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { commandResults, isOver } from '#shared/setting-changes.ts'
import { daysOf } from '#shared/setting-days.ts'
import { differing, isSame, only } from '#shared/setting-draft.ts'
import { type SettingDocument, type SettingGroupKey, settingByName } from '#shared/signals.ts'
import { newId } from '../../platform/database/ids.ts'
import { type Db, type Store, SYSTEM } from '../../platform/database/store.ts'
import { device, house, houseDevice } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { reportedSettings, settingChange } from '../../platform/database/tables/settings.ts'
import type { EventMap, Events } from '../../platform/events.ts'
import type { DeviceSide, LatestState } from '../../telemetry/device-side.ts'
import { showHandled } from '../alarms/answers.ts'
import { noteAtPanel } from '../alarms/panel.ts'
import { tellOwners } from './end-change.ts'
import { zoneOf } from './judged-house.ts'
import { judge } from './rules.ts'
import { closeTemporary, coursesAt, isDueReturn, lateReturns, settleReturns } from './temporary.ts'
import { type ToldSettings, toldSettings } from './told-settings.ts'

interface Parts {
  store: Store
  events: Events
  devices: DeviceSide
  log: FastifyBaseLogger
  /** A clock that nobody sets, ms. */
  ticks(): number
}

const VERSION = 'Settings/Version'
/** What controllers count by themselves; nobody changed it. */
const MOVES_BY_ITSELF = new Set(['Settings/Flock/DayAge'])

/** Lets a fleet that sends its births at once leave database connections for others. */
const AT_ONCE = 4
/** A controller that reports changes only may be silent for days: what could not be stored is stored soon after. ms */
const AGAIN_MS = 2_000
/**
 * A controller that has just connected, as after a power failure, may have defaults, or what was set while nobody heard it: only
 * what it tells after this was turned by somebody who is there now. ms
 */
const SETTLED_MS = 180_000

/** Failures that a late answer can still correct. */
const GIVEN_UP = ['noAnswer', 'partial', 'readBack'] as const

/**
 * Stores the settings that controllers report. A difference that was not requested here was made at the controller's panel
 * and is recorded in the history as such. A single one in a running session proves that somebody stands there; several at once
 * are what a controller makes of itself: they prove nothing.
 */
export function watchReported({ store, events, devices, log, ticks }: Parts): { stop(): Promise<void> } {
  /** Version and values of each controller as stored, in short. */
  const kept = new Map<string, Kept>()
  /** Controllers whose settings are to be compared: what they report is read at their turn. */
  const waiting = new Set<string>()
  const comparing = new Map<string, Promise<void>>()
  const again = new Set<NodeJS.Timeout>()
  const sessions = createSessions(ticks)

  function look(deviceId: string): void {
    waiting.add(deviceId)
    // A message with several times arrives one sample after another: compare once all of it is known.
    queueMicrotask(compareNext)
  }

  function compareNext(): void {
    for (const deviceId of waiting) {
      if (comparing.size >= AT_ONCE) return
      if (comparing.has(deviceId)) continue
      waiting.delete(deviceId)
      const comparison = compare(deviceId)
        .catch(error => {
          kept.delete(deviceId)
          log.error({ err: error, deviceId }, 'settings that a controller told')
          lookLater(deviceId)
        })
        .finally(() => {
          comparing.delete(deviceId)
          compareNext()
        })
      comparing.set(deviceId, comparison)
    }
  }

  function lookLater(deviceId: string): void {
    const timer = setTimeout(() => {
      again.delete(timer)
      look(deviceId)
    }, AGAIN_MS)
    again.add(timer)
  }

  async function compare(deviceId: string): Promise<void> {
    const [at, latest, isSettled] = [new Date(), devices.latest(deviceId), sessions.isSettled(deviceId)]
    const told = toldSettings(latest)
    if (Object.keys(told.values).length === 0) return
    const now = { version: told.version ?? Number.NaN, values: shortOf(told.values) }
    const last = kept.get(deviceId)
    if (last && Object.is(last.version, now.version) && last.values === now.values) return
    const found = await store.transaction(SYSTEM, async db => {
      const kept = await keep(db, deviceId, told, at)
      if (!kept) return undefined
      const isProof = isSettled && kept.atPanel.length === 1
      const turnedAt = isProof ? lastOf(kept.atPanel, latest, at) : null
      const there = turnedAt && (await noteAtPanel(db, { deviceId, at: turnedAt }, devices))
      return { alarms: there?.alarms ?? [], accountIds: [...kept.accountIds, ...(there?.accountIds ?? [])] }
    })
    kept.set(deviceId, now)
    if (!found) return
    events.emit('setting', { deviceId, state: 'told' })
    showHandled(events, found.alarms)
    const accountIds = [...new Set(found.accountIds)]
    if (accountIds.length > 0) events.emit('notice', { accountIds })
  }

  const onReport = ({ deviceId, historical, ofBirth, values }: EventMap['report'][0]) => {
    if (historical) return
    sessions.heard(deviceId, ofBirth)
    const version = values.get(VERSION)
    const isOther = version !== undefined && Number(version) !== kept.get(deviceId)?.version
    // A gateway that reports what changes may send a value after the version that it belongs to.
    if (isOther || tellsSettings(values)) look(deviceId)
  }
  /** What a change left in doubt while it was on its way is judged once its end is known. */
  const onChange = ({ deviceId, state }: EventMap['setting'][0]) => {
    if (state === 'told' || !isOver(state)) return
    kept.delete(deviceId)
    look(deviceId)
  }
  const onStatus = ({ deviceId, to }: EventMap['status'][0]) => {
    if (to === 'ONLINE') sessions.heard(deviceId, true)
  }
  events.on('report', onReport)
  events.on('setting', onChange)
  events.on('status', onStatus)
  return {
    async stop() {
      events.off('report', onReport)
      events.off('setting', onChange)
      events.off('status', onStatus)
      // They send births again after the next start, and are compared with what is stored then.
      waiting.clear()
      await Promise.all(comparing.values())
      for (const timer of again) clearTimeout(timer)
    },
  }
}

/** Knows how long controllers have been telling without connecting or being born anew, as far as this process heard them. */
function createSessions(ticks: () => number) {
  const begun = new Map<string, number>()
  return {
    heard(deviceId: string, isNew = false): void {
      if (isNew || !begun.has(deviceId)) begun.set(deviceId, ticks())
    },
    isSettled: (deviceId: string): boolean =>
      ticks() - (begun.get(deviceId) ?? Number.POSITIVE_INFINITY) >= SETTLED_MS,
  }
}

/**
 * When settings were last turned, by the readings that tell of it: a birth may tell now of what was turned before an alarm. Null
 * for none of them.
 */
function lastOf(names: readonly string[], latest: LatestState | undefined, now: Date): Date | null {
  const times = names.flatMap(name => latest?.readings.get(name)?.at ?? [])
  return times.length === 0 ? null : new Date(Math.min(now.getTime(), Math.max(...times)))
}

interface Kept {
  /** NaN for a controller that counts none. */
  version: number
  values: string
}

const shortOf = (values: SettingDocument): string =>
  createHash('sha1').update(JSON.stringify(values)).digest('base64')

/** Whether a report contains a setting's value; its layout may include settings without one. */
const tellsSettings = (values: EventMap['report'][0]['values']): boolean =>
  (values.named?.('Settings/') ?? [...values.keys()]).some(
    name => name.startsWith('Settings/') && values.get(name) !== undefined,
  )

/**
 * Stores what was reported up to `at`: a change that ends while this waits for its turn is not covered by it. Returns the
 * accounts told of a change that was not asked for here, and what was changed at the panel; undefined when nothing differs.
 */
async function keep(
  db: Db,
  deviceId: string,
  told: ToldSettings,
  at: Date,
): Promise<{ accountIds: string[]; atPanel: readonly string[] } | undefined> {
  const [place] = await db
    .select({ officePath: device.officePath, farmPath: office.farmPath })
    .from(device)
    .innerJoin(office, eq(office.path, device.officePath))
    .where(eq(device.id, deviceId))
    .for('update', { of: device })
  // Nobody may set a controller that no customer has yet.
  if (!place?.farmPath) return undefined
  const [known] = await db.select().from(reportedSettings).where(eq(reportedSettings.deviceId, deviceId))
  const asked = known ? await askedSince(db, deviceId, known.at) : []
  const values = { ...told.values, ...only(known?.values ?? {}, inDoubt(asked, told, known?.values ?? {})) }
  const now = { version: told.version, values, at, officePath: place.officePath, farmPath: place.farmPath }
  if (known && tellsTheSame(now, known)) {
    await db.update(reportedSettings).set({ at }).where(eq(reportedSettings.deviceId, deviceId))
    return undefined
  }
  await db
    .insert(reportedSettings)
    .values({ deviceId, ...now })
    .onConflictDoUpdate({ target: reportedSettings.deviceId, set: now })
  // What was set for another customer's birds concerns nobody here.
  if (known?.farmPath !== place.farmPath) return { accountIds: [], atPanel: [] }
  await endLate(db, asked, told)
  const names = differing(values, known.values).filter(name => known.values[name] !== undefined)
  const others = await unasked(db, { deviceId, known, names, values }, asked)
  const accountIds: string[] = []
  for (const [origin, changed] of others)
    accountIds.push(
      ...(await addPanelChanges(
        db,
        { deviceId, ...now, farmPath: place.farmPath, origin },
        changed,
        known.values,
      )),
    )
  await closeTemporary(db, deviceId)
  await settleReturns(db, deviceId, values)
  return { accountIds, atPanel: others.get('panel') ?? [] }
}

type Asked = Awaited<ReturnType<typeof askedSince>>

/**
 * Settings of changes on their way that have neither their old nor their new value: what a controller made of the change, or
 * somebody at its panel did. The end of the change tells.
 */
function inDoubt(asked: Asked, told: ToldSettings, known: SettingDocument): string[] {
  return asked
    .filter(({ state }) => !isOver(state))
    .flatMap(({ wanted }) => differing(wanted, told.values))
    .filter(name => known[name] !== undefined && !isSame(known[name], told.values[name]))
}

interface Seen {
  deviceId: string
  known: Pick<Reported, 'values' | 'at'>
  names: readonly string[]
  values: SettingDocument
}

/** The settings that nobody here asked to change, by where they were changed. */
async function unasked(
  db: Db,
  { deviceId, known, names, values }: Seen,
  asked: Asked,
): Promise<Map<'panel' | 'gateway', string[]>> {
  const isAsked = (name: string) =>
    asked.some(
      ({ wanted, after, result }) =>
        isSame(wanted[name], values[name]) ||
        // What it made of a command that it carried out.
        (madeByCommand.has(result ?? -1) && name in wanted && isSame(after?.[name], values[name])),
    )
  const rest = names.filter(name => !MOVES_BY_ITSELF.has(name) && !isAsked(name))
  if (rest.length === 0) return new Map()
  const courses = await coursesAt(db, deviceId, known.at)
  const others = rest.filter(name => !isDueReturn(courses.get(name), values[name]))
  const late = new Set(await lateReturns(db, deviceId, known.at, { names: others, values }))
  return Map.groupBy(others, name => (late.has(name) ? 'gateway' : 'panel'))
}

/** Answers after which the controller holds something of a command. */
const madeByCommand: ReadonlySet<number> = new Set([commandResults.ok, commandResults.readBackMismatch])

type Reported = Omit<typeof reportedSettings.$inferSelect, 'deviceId'>

/** After most births nothing is new, and 430 values need not be written again. */
const tellsTheSame = (now: Reported, known: Reported): boolean =>
  now.version === known.version &&
  now.farmPath === known.farmPath &&
  now.officePath === known.officePath &&
  Object.keys(now.values).length === Object.keys(known.values).length &&
  differing(now.values, known.values).length === 0

/** Changes that were sent and may explain what the controller reports now. */
const askedSince = (db: Db, deviceId: string, since: Date) =>
  db
    .select()
    .from(settingChange)
    .where(
      and(
        eq(settingChange.deviceId, deviceId),
        isNotNull(settingChange.sentAt),
        or(
          isNull(settingChange.overAt),
          gte(settingChange.overAt, since),
          inArray(settingChange.failure, [...GIVEN_UP]),
        ),
      ),
    )

/** Corrects a change that was given up: the controller did execute it, and that was read back. */
async function endLate(db: Db, asked: Asked, told: ToldSettings): Promise<void> {
  for (const change of asked) {
    if (!GIVEN_UP.some(failure => failure === change.failure) || judge(change, told)?.state !== 'synced')
      continue
    const after = only(told.values, Object.keys(change.wanted))
    await db
      .update(settingChange)
      .set({ state: 'synced', failure: null, result: told.result, after, returnedAt: null })
      .where(eq(settingChange.id, change.id))
  }
}

interface Place {
  deviceId: string
  officePath: string
  farmPath: string
  values: SettingDocument
  at: Date
  origin: 'panel' | 'gateway'
}

/** Adds one history entry per group, and a message for each. */
async function addPanelChanges(
  db: Db,
  { deviceId, officePath, farmPath, values, at, origin }: Place,
  names: readonly string[],
  before: SettingDocument,
): Promise<string[]> {
  const [bound] = await db
    .select({ houseId: house.id, row: house, officeZone: office.timeZone })
    .from(houseDevice)
    .innerJoin(house, eq(house.id, houseDevice.houseId))
    .innerJoin(office, eq(office.id, house.officeId))
    .where(and(eq(houseDevice.deviceId, deviceId), isNull(houseDevice.to)))
  const groups = Map.groupBy(names, name => settingByName(name)?.group)
  const told: string[] = []
  for (const [group, changed] of groups) {
    if (group === undefined) continue
    const row = panelRow({
      deviceId,
      officePath,
      farmPath,
      at,
      origin,
      group,
      houseId: bound?.houseId ?? null,
    })
    const after = only(values, changed)
    const [added] = await db
      .insert(settingChange)
      .values({ ...row, before: only(before, changed), wanted: after, after, days: daysOf(changed, values) })
      .returning()
    if (added && bound)
      told.push(...(await tellOwners(db, added, { name: bound.row.name, timeZone: zoneOf(bound) })))
  }
  return [...new Set(told)]
}

function panelRow({
  at,
  ...place
}: {
  deviceId: string
  officePath: string
  farmPath: string
  houseId: string | null
  group: SettingGroupKey
  at: Date
  origin: Place['origin']
}) {
  const times = { madeAt: at, expiresAt: at, overAt: at }
  return { id: newId(), ...place, ...times, state: 'synced' } as const
}
