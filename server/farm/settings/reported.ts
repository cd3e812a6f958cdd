import { and, eq, gte, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { differing, isSame, only } from '#shared/setting-draft.ts'
import { type SettingDocument, type SettingGroupKey, settingByName } from '#shared/signals.ts'
import { newId } from '../../platform/database/ids.ts'
import { type Db, type Store, SYSTEM } from '../../platform/database/store.ts'
import { device, house, houseDevice } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { reportedSettings, settingChange } from '../../platform/database/tables/settings.ts'
import type { EventMap, Events } from '../../platform/events.ts'
import type { DeviceSide } from '../../telemetry/device-side.ts'
import { tellOwners } from './end-change.ts'
import { isReturning } from './open-changes.ts'
import { judge } from './rules.ts'
import { type ToldSettings, toldSettings } from './told-settings.ts'

interface Parts {
  store: Store
  events: Events
  devices: DeviceSide
  log: FastifyBaseLogger
}

const VERSION = 'Settings/Version'
/** What controllers count by themselves; nobody changed it. */
const MOVES_BY_ITSELF = new Set(['Settings/Flock/DayAge', 'Settings/Flock/HouseMode'])

/** Lets a fleet that sends its births at once leave database connections for others. */
const AT_ONCE = 4

/** How far ahead a gateway's clock may be when it reverts a temporary change. ms */
const EARLY_MS = 120_000
const isDue = (returnsAt: Date | null) => returnsAt !== null && returnsAt.getTime() <= Date.now() + EARLY_MS

/** Failures that a late answer can still correct. */
const GIVEN_UP = ['noAnswer', 'partial'] as const

/**
 * Stores the settings that controllers report. A difference that was not requested here was made at the controller's panel
 * and is recorded in the history as such.
 */
export function watchReported({ store, events, devices, log }: Parts): { stop(): Promise<void> } {
  /** Stored version of each controller; NaN for one that counts none. */
  const kept = new Map<string, number>()
  /** Controllers whose settings are to be compared: what they report is read at their turn. */
  const waiting = new Set<string>()
  const comparing = new Map<string, Promise<void>>()

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
        })
        .finally(() => {
          comparing.delete(deviceId)
          compareNext()
        })
      comparing.set(deviceId, comparison)
    }
  }

  async function compare(deviceId: string): Promise<void> {
    const [at, told] = [new Date(), toldSettings(devices.latest(deviceId))]
    if (Object.keys(told.values).length === 0) return
    const accountIds = await store.transaction(SYSTEM, db => keep(db, deviceId, told, at))
    kept.set(deviceId, told.version ?? Number.NaN)
    if (!accountIds) return
    events.emit('setting', { deviceId, state: 'told' })
    if (accountIds.length > 0) events.emit('notice', { accountIds })
  }

  const onReport = ({ deviceId, historical, values }: EventMap['report'][0]) => {
    if (historical) return
    const [version, known = Number.NaN] = [values.get(VERSION), kept.get(deviceId)]
    const isNews =
      version === undefined ? Number.isNaN(known) && tellsSettings(values) : Number(version) !== known
    if (isNews) look(deviceId)
  }
  events.on('report', onReport)
  return {
    async stop() {
      events.off('report', onReport)
      // They send births again after the next start, and are compared with what is stored then.
      waiting.clear()
      await Promise.all(comparing.values())
    },
  }
}

/** Whether a report contains a setting's value; its layout may include settings without one. */
const tellsSettings = (values: EventMap['report'][0]['values']): boolean =>
  (values.named?.('Settings/') ?? [...values.keys()]).some(
    name => name.startsWith('Settings/') && values.get(name) !== undefined,
  )

/**
 * Stores what was reported up to `at`: a change that ends while this waits for its turn is not covered by it. Returns the
 * accounts told of a panel change; undefined when nothing differs.
 */
async function keep(db: Db, deviceId: string, told: ToldSettings, at: Date): Promise<string[] | undefined> {
  const [place] = await db
    .select({ officePath: device.officePath, farmPath: office.farmPath })
    .from(device)
    .innerJoin(office, eq(office.path, device.officePath))
    .where(eq(device.id, deviceId))
    .for('update', { of: device })
  // Nobody may set a controller that no customer has yet.
  if (!place?.farmPath) return undefined
  const [known] = await db.select().from(reportedSettings).where(eq(reportedSettings.deviceId, deviceId))
  const now = {
    version: told.version,
    values: told.values,
    at,
    officePath: place.officePath,
    farmPath: place.farmPath,
  }
  if (known && tellsTheSame(now, known)) {
    await db.update(reportedSettings).set({ at }).where(eq(reportedSettings.deviceId, deviceId))
    return undefined
  }
  await db
    .insert(reportedSettings)
    .values({ deviceId, ...now })
    .onConflictDoUpdate({ target: reportedSettings.deviceId, set: now })
  // What was set for another customer's birds concerns nobody here.
  if (known?.farmPath !== place.farmPath) return []
  const names = differing(told.values, known.values).filter(name => known.values[name] !== undefined)
  // A setting changed and reverted between two looks still ends the temporary change.
  if (names.length === 0 && known.version === told.version) return undefined
  const accountIds = known.version === told.version && told.version !== null ? [] : await notePanel()
  return accountIds

  async function notePanel(): Promise<string[]> {
    const asked = await askedSince(db, deviceId, known?.at ?? at)
    await endLate(db, asked, told)
    const isAsked = (name: string) =>
      asked.some(
        ({ wanted, before, returnsAt }) =>
          isSame(wanted[name], told.values[name]) ||
          (isDue(returnsAt) && isSame(before[name], told.values[name])),
      )
    const byHand = names.filter(name => !MOVES_BY_ITSELF.has(name) && !isAsked(name))
    await noteReturns(db, asked, told)
    return addPanelChanges(db, { deviceId, ...now, farmPath: now.farmPath }, byHand, known?.values ?? {})
  }
}

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
          isReturning,
        ),
      ),
    )

/** Notes temporary changes of which nothing is in force any more: reverted, or changed by somebody since. */
async function noteReturns(
  db: Db,
  asked: readonly (typeof settingChange.$inferSelect)[],
  told: ToldSettings,
): Promise<void> {
  const over = asked.filter(
    ({ state, returnsAt, returnedAt, wanted }) =>
      state === 'synced' &&
      returnsAt !== null &&
      returnedAt === null &&
      differing(wanted, told.values).length === Object.keys(wanted).length,
  )
  if (over.length === 0) return
  const ids = over.map(({ id }) => id)
  await db.update(settingChange).set({ returnedAt: new Date() }).where(inArray(settingChange.id, ids))
}

/** Corrects a change that was given up: the controller did execute it, and that was read back. */
async function endLate(
  db: Db,
  asked: readonly (typeof settingChange.$inferSelect)[],
  told: ToldSettings,
): Promise<void> {
  for (const change of asked) {
    if (!GIVEN_UP.some(failure => failure === change.failure) || judge(change, told)?.state !== 'synced')
      continue
    const after = only(told.values, Object.keys(change.wanted))
    await db
      .update(settingChange)
      .set({ state: 'synced', failure: null, result: told.result, after })
      .where(eq(settingChange.id, change.id))
  }
}

interface Place {
  deviceId: string
  officePath: string
  farmPath: string
  values: SettingDocument
  at: Date
}

/** Adds one history entry per group, and a message for each. */
async function addPanelChanges(
  db: Db,
  { deviceId, officePath, farmPath, values, at }: Place,
  names: readonly string[],
  before: SettingDocument,
): Promise<string[]> {
  const [bound] = await db
    .select({ houseId: house.id, houseName: house.name })
    .from(houseDevice)
    .innerJoin(house, eq(house.id, houseDevice.houseId))
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
      group,
      houseId: bound?.houseId ?? null,
    })
    const after = only(values, changed)
    const [added] = await db
      .insert(settingChange)
      .values({ ...row, before: only(before, changed), wanted: after, after })
      .returning()
    if (added && bound) told.push(...(await tellOwners(db, added, bound.houseName)))
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
}) {
  const times = { madeAt: at, expiresAt: at, overAt: at }
  return { id: newId(), ...place, ...times, origin: 'panel', state: 'synced' } as const
}
