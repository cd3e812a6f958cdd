import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import { CAMERA_CHANNELS } from '#shared/cameras.ts'
import { newId } from '../../platform/database/ids.ts'
import { type Db, SYSTEM } from '../../platform/database/store.ts'
import { camera, cameraChannel } from '../../platform/database/tables/cameras.ts'
import type { Services } from '../../platform/services.ts'
import { openSource } from '../camera-source.ts'
import { sinceNow, statusNow, testCamera } from '../probing.ts'
import type { CatalogEntry, DeviceAlarm, DeviceInfo, GbEvents } from './gb-server.ts'
import type { Session } from './registrar.ts'

const TEXT_MOST = 100
const PAGE_MOST = 40
/** A camera that signed in before the server was started again has this long to come back. ms */
const BACK_MS = 180_000
/** Alarms of one device are written down at most so often. ms */
const ALARM_MS = 1_000

const short = (text: string) =>
  text
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, TEXT_MOST)

/** Writes down what devices do: who is there, their channels, what they say of themselves. */
export function openDirectory(services: Services): Omit<GbEvents, 'failed'> & { stop(): Promise<void> } {
  const db = services.store.reserved('background').scoped(SYSTEM)
  const underWay = new Map<string, Promise<unknown>>()
  const alarmed = new Map<string, number>()

  /** One thing after the other of a device, in the order in which it happened. */
  function inTurn(deviceId: string, work: () => Promise<unknown>): void {
    const next = (underWay.get(deviceId) ?? Promise.resolve()).then(work).catch(error => {
      services.log.error({ err: error, deviceId }, 'what a device did could not be written down')
    })
    underWay.set(deviceId, next)
    void next.then(() => {
      if (underWay.get(deviceId) === next) underWay.delete(deviceId)
    })
  }
  const change = (deviceId: string, columns: object, more?: SQL) =>
    inTurn(deviceId, () =>
      db
        .update(camera)
        .set(columns)
        .where(and(eq(camera.gbId, deviceId), more)),
    )
  const back = setTimeout(() => {
    void missing(db, services).catch(error =>
      services.log.error({ err: error }, 'cameras could not be noted'),
    )
  }, BACK_MS)
  back.unref()

  return {
    async passwordOf(deviceId) {
      const [found] = await db
        .select({ id: camera.id, source: camera.source })
        .from(camera)
        .where(and(eq(camera.gbId, deviceId), ne(camera.status, 'DISABLE')))
      return found && (openSource(services.config.appSecret, found.id, found.source)?.password ?? undefined)
    },
    registered: ({ deviceId, peer }) =>
      change(deviceId, {
        status: statusNow(true),
        statusSince: sinceNow(true),
        lastKeepAliveAt: sql`now()`,
        fault: sql`case when ${camera.fault} in ('notRegistered', 'wrongPassword') then null else ${camera.fault} end`,
        remoteIp: peer.ip,
        remotePort: peer.port,
        gb: said({ registeredAt: new Date().toISOString(), keptAliveAt: null, catalogAt: null }),
      }),
    // What somebody else tries does not concern a device that is here.
    refused: deviceId =>
      change(
        deviceId,
        { fault: 'wrongPassword', faultDetail: null },
        sql`${camera.gb}->>'registeredAt' is null`,
      ),
    gone: ({ deviceId }) =>
      change(
        deviceId,
        {
          status: statusNow(false),
          statusSince: sinceNow(false),
          fault: 'notRegistered',
          faultDetail: null,
          gb: said({ registeredAt: null }),
        },
        ne(camera.status, 'DISABLE'),
      ),
    keptAlive: ({ deviceId }: Session) =>
      change(deviceId, {
        lastKeepAliveAt: sql`now()`,
        gb: said({ keptAliveAt: new Date().toISOString() }),
      }),
    info: (deviceId, info: DeviceInfo) =>
      change(deviceId, {
        gb: said({
          manufacturer: short(info.manufacturer),
          model: short(info.model),
          firmware: short(info.firmware),
        }),
      }),
    alarm(deviceId, { channelId, method, description }: DeviceAlarm) {
      const now = Date.now()
      if (now - (alarmed.get(deviceId) ?? 0) < ALARM_MS) return
      alarmed.set(deviceId, now)
      const alarm = {
        at: new Date(now).toISOString(),
        channelId: short(channelId),
        method: short(method),
        description: short(description),
      }
      change(deviceId, { gb: said({ alarm }) })
    },
    catalog: (deviceId, entries) => inTurn(deviceId, () => take(services, db, deviceId, entries)),
    async stop() {
      clearTimeout(back)
      await Promise.all(underWay.values())
    },
  }
}

/** Adds to what is known of a device. */
const said = (known: object) => sql`coalesce(${camera.gb}, '{}') || ${JSON.stringify(known)}::jsonb`

/** Cameras that were there when the server was stopped and did not come back. */
async function missing(db: Db, { cameras }: Services): Promise<void> {
  const rows = await db
    .select({ id: camera.id, gbId: camera.gbId })
    .from(camera)
    .where(and(eq(camera.kind, 'gb28181'), eq(camera.status, 'ONLINE')))
  for (const { id, gbId } of rows)
    if (gbId !== null && !cameras.gb?.state(gbId).isRegistered)
      await db
        .update(camera)
        .set({
          status: statusNow(false),
          statusSince: sinceNow(false),
          fault: 'notRegistered',
          gb: said({ registeredAt: null }),
        })
        .where(eq(camera.id, id))
}

/** Gives each picture of a device its channel: a new one stands beside those that people have named and put into houses. */
async function take(
  services: Services,
  db: Db,
  deviceId: string,
  entries: readonly CatalogEntry[],
): Promise<void> {
  const [found] = await db
    .select()
    .from(camera)
    .where(and(eq(camera.gbId, deviceId), ne(camera.status, 'DISABLE')))
  if (!found) return
  const channels = await db.select().from(cameraChannel).where(eq(cameraChannel.cameraId, found.id))
  const known = new Set(channels.map(({ path }) => path))
  const taken = new Set(channels.map(({ number }) => number))
  // The first was made with the camera, with its house.
  const unbound = channels.find(({ path }) => path === '')
  let fresh = entries.filter(({ id }) => !known.has(`/${id}`))
  if (unbound && fresh[0]) {
    // Of several pictures it is not the whole recorder any more, unless somebody has named it.
    const isNamed = unbound.name !== found.name || entries.length === 1
    const name = isNamed ? unbound.name : short(fresh[0].name) || unbound.name
    await db
      .update(cameraChannel)
      .set({ path: `/${fresh[0].id}`, name })
      .where(eq(cameraChannel.id, unbound.id))
    fresh = fresh.slice(1)
  }
  const free = Array.from({ length: CAMERA_CHANNELS }, (_, i) => i + 1).filter(number => !taken.has(number))
  const { officePath, farmPath, status, fault } = found
  const added = fresh.slice(0, free.length).map(({ id, name }, i) => ({
    id: newId(),
    cameraId: found.id,
    officePath,
    farmPath,
    status,
    fault,
    number: free[i] ?? 0,
    name: short(name) || `${found.name} ${free[i]}`,
    path: `/${id}`,
  }))
  for (let at = 0; at < added.length; at += PAGE_MOST)
    await db.insert(cameraChannel).values(added.slice(at, at + PAGE_MOST))
  const testAskedAt = new Date()
  const columns = {
    gb: said({ catalogAt: testAskedAt.toISOString(), found: entries.length }),
    testAskedAt,
  }
  await db.update(camera).set(columns).where(eq(camera.id, found.id))
  testCamera(services, { id: found.id, source: found.source, testAskedAt })
}
