import { and, asc, eq, gt, inArray, isNotNull, ne, notInArray, sql } from 'drizzle-orm'
import type { CameraProblem } from '#shared/cameras.ts'
import { type Db, SYSTEM } from '../platform/database/store.ts'
import { camera, cameraChannel } from '../platform/database/tables/cameras.ts'
import { startRounds } from '../platform/rounds.ts'
import type { Services } from '../platform/services.ts'
import { isSilent } from '../platform/silence.ts'
import { comesUpLater, mediaSource, streamIds } from './camera-source.ts'
import { probeGb } from './gb28181/gb-probe.ts'
import type { MediaFault, Probe } from './media-engine.ts'
import type { ProbeDepth } from './media-types.ts'
import { probeOnvif } from './onvif/onvif-probe.ts'
import type { OnvifFound } from './onvif/orders.ts'
import { takePictures } from './onvif/take-pictures.ts'
import { findSubStreams } from './sub-streams.ts'

/** Pause between two rounds. ms */
const EVERY_MS = 60_000
/** Longest that one camera is tried. ms */
const PROBE_MS = 20_000
/** After a wrong password: many cameras lock whoever tries one too often. */
const LOCKED = sql`interval '30 minutes'`
/** A device that signed in and shows no picture is tested again for so long after somebody asked: it is being set up. */
const MENDED_WITHIN = sql`interval '1 hour'`
/** Cameras tried at the same time. */
const AT_ONCE = 8
/** Cameras read at once. */
const PAGE = 200
const DETAIL_MAX = 200

type Fault = NonNullable<(typeof camera.$inferSelect)['fault']>
type Row = Pick<typeof camera.$inferSelect, 'id' | 'source' | 'status' | 'fault'>

/** A stream that merely ended counts as one that is not there. */
const faultOf = (fault: MediaFault | undefined): Fault =>
  fault === undefined || fault === 'ended' ? 'noStream' : fault

const problemOf = (fault: MediaFault | undefined): CameraProblem | null =>
  fault === undefined ? null : faultOf(fault)

/** Passwords have no place in what a probe tells; neither has anything long. */
const detailOf = (text: string | undefined) =>
  text?.replace(/(rtsp|http):\/\/\S+/gi, '$1://…').slice(0, DETAIL_MAX) ?? null

/** What a probe says about the camera, as columns. A device that signed in is there, whatever its picture does. */
function found(probe: Probe) {
  const failed = probe.steps.find(({ ok }) => !ok)
  const isHere = probe.steps.some(({ step, ok }) => step === 'keepAlive' && ok)
  return {
    isOnline: isHere || (failed === undefined && probe.reached),
    fault: failed || !probe.reached ? faultOf(failed?.fault ?? 'unreachable') : null,
    faultDetail:
      detailOf(failed?.detail) ?? (failed?.fault === 'unsupportedCodec' ? (probe.codec ?? null) : null),
    codec: probe.codec ?? null,
    width: probe.width ?? null,
    height: probe.height ?? null,
    framesPerSecond: probe.framesPerSecond ?? null,
  }
}

/** A camera whose secret cannot be opened here must be entered again. */
const unopened: Probe = { reached: false, steps: [{ step: 'signIn', ok: false, fault: 'wrongPassword' }] }

export const statusNow = (isOnline: boolean) =>
  sql<Row['status']>`case when ${camera.status} = 'DISABLE' then 'DISABLE'
    when ${isOnline} then 'ONLINE' when ${camera.status} = 'UNACTIVE' then 'UNACTIVE' else 'OFFLINE' end`
export const sinceNow = (isOnline: boolean) =>
  sql`case when ${statusNow(isOnline)} <> ${camera.status} then now() else ${camera.statusSince} end`

async function note(db: Db, id: string, probe: Probe, test: object = {}): Promise<void> {
  const { isOnline, ...columns } = found(probe)
  await db
    .update(camera)
    .set({
      ...columns,
      ...test,
      probedAt: sql`now()`,
      status: statusNow(isOnline),
      statusSince: sinceNow(isOnline),
      ...(isOnline && { lastKeepAliveAt: sql`now()` }),
    })
    .where(eq(camera.id, id))
}

type Probing = Pick<Services, 'store' | 'config' | 'cameras'>

/** A camera whose picture was seen is only asked whether it still has its stream: it sends nothing for that. */
const wasSeen = ({ status, fault }: Row) => status === 'ONLINE' && fault === null

/**
 * Tries one camera; a refused or silent one is a result, not an error. One of ONVIF that is tested tells its streams anew.
 * Devices that sign in by themselves are always asked for a picture.
 */
async function probe(
  services: Probing,
  { id, source }: Pick<Row, 'id' | 'source'>,
  { signal, depth, isTest = false }: { signal?: AbortSignal; depth: ProbeDepth; isTest?: boolean },
): Promise<Probe> {
  const media = mediaSource({ id, source }, services)
  if (!media) return unopened
  const limit = AbortSignal.timeout(PROBE_MS)
  const until = signal ? AbortSignal.any([limit, signal]) : limit
  if (media.kind === 'gb28181') return probeDevice(services, { id, source }, until)
  if (media.kind === 'onvif') return probeByOnvif(services, { id, source }, { signal: until, depth, isTest })
  return services.cameras.media.probe(media, until, depth)
}

/** Every minute only the stream of the first channel is asked for; which streams there are does not change by itself. */
async function probeByOnvif(
  services: Probing,
  { id, source }: Pick<Row, 'id' | 'source'>,
  { signal, depth, isTest }: { signal: AbortSignal; depth: ProbeDepth; isTest: boolean },
): Promise<Probe> {
  const db = services.store.scoped(SYSTEM)
  const [first] = await firstChannel(db, id)
  const media = mediaSource({ id, source, path: first?.path ?? '' }, services)
  if (!media) return unopened
  if (!isTest && media.profile !== undefined) return services.cameras.media.probe(media, signal, depth)
  const take = (found: OnvifFound) => services.store.transaction(SYSTEM, tx => takePictures(tx, id, found))
  return probeOnvif(services.cameras, media, take, signal)
}

const firstChannel = (db: Db, cameraId: string) =>
  db
    .select({ path: cameraChannel.path })
    .from(cameraChannel)
    .where(and(eq(cameraChannel.cameraId, cameraId), ne(cameraChannel.path, '')))
    .orderBy(asc(cameraChannel.number))
    .limit(1)

/** A device that signs in by itself is asked for the picture of its first channel. */
async function probeDevice(
  services: Probing,
  { id, source }: Pick<Row, 'id' | 'source'>,
  signal: AbortSignal,
): Promise<Probe> {
  const db = services.store.scoped(SYSTEM)
  const [device] = await db.select({ gbId: camera.gbId }).from(camera).where(eq(camera.id, id))
  const [channel] = await firstChannel(db, id)
  const media = channel && mediaSource({ id, source, path: channel.path }, services)
  const { gb = null, media: engine } = services.cameras
  return probeGb({ gb, media: engine }, device?.gbId ?? '', media ?? undefined, signal)
}

/** Under way in this process: a camera is tried once at a time. */
const underWay = new Map<string, Promise<unknown>>()

function oneAtATime(id: string, work: () => Promise<unknown>): Promise<unknown> {
  const next = (underWay.get(id) ?? Promise.resolve()).then(work)
  const kept = next
    .catch(() => {})
    .finally(() => {
      if (underWay.get(id) === kept) underWay.delete(id)
    })
  underWay.set(id, kept)
  return next
}

/**
 * Carries out a test that somebody asked for, and stores what each step found. A test asked for later makes this one's
 * result void.
 */
export function testCamera(
  services: Services,
  { id, source, testAskedAt }: { id: string; source: string; testAskedAt: Date },
): void {
  const db = services.store.reserved('background').scoped(SYSTEM)
  void oneAtATime(id, async () => {
    const result = await probe(services, { id, source }, { depth: 'pictured', isTest: true })
    await note(db, id, result, testColumns(result, testAskedAt))
    await findSubStreams(services, db, { id, source })
  }).catch(error => services.log.error({ err: error, cameraId: id }, 'a test of a camera failed'))
}

/** What the test asked for at this time found; nothing if another was asked for meanwhile. */
function testColumns({ steps }: Probe, testAskedAt: Date) {
  const told = steps.map(({ step, ok, fault }) => ({
    step,
    ok,
    problem: ok ? null : problemOf(fault ?? 'unreachable'),
  }))
  const isLast = sql`${camera.testAskedAt} = ${testAskedAt}`
  return {
    testEndedAt: sql`case when ${isLast} then now() else ${camera.testEndedAt} end`,
    testSteps: sql`case when ${isLast} then ${JSON.stringify(told)}::jsonb else ${camera.testSteps} end`,
  }
}

/** Cameras with a running picture need no probe: they are seen to be there. */
async function noteLive({ cameras, store }: Probing, rows: readonly Row[]): Promise<Set<string>> {
  const db = store.scoped(SYSTEM)
  const channels = await db
    .select({ id: cameraChannel.id, cameraId: cameraChannel.cameraId })
    .from(cameraChannel)
    .where(
      inArray(
        cameraChannel.cameraId,
        rows.map(({ id }) => id),
      ),
    )
  const live = new Set(
    channels.flatMap(({ id, cameraId }) =>
      streamIds(id).some(each => cameras.media.state(each).live) ? [cameraId] : [],
    ),
  )
  if (live.size > 0) await noteHere(db, [...live])
  return live
}

/** These cameras are there and well; what is known of their pictures stays. */
const noteHere = (db: Db, ids: readonly string[]) =>
  db
    .update(camera)
    .set({
      status: statusNow(true),
      statusSince: sinceNow(true),
      fault: null,
      faultDetail: null,
      lastKeepAliveAt: sql`now()`,
    })
    .where(inArray(camera.id, [...ids]))

const isDue = sql`(${camera.fault} is distinct from 'wrongPassword' or ${camera.probedAt} < now() - ${LOCKED})`

/**
 * Tries every enabled camera that shows no picture at the moment; those that sign in by themselves tell that they are there,
 * and only those are tried that showed none when they were tested. A restored copy tries none.
 */
export async function probeAll(services: Probing, signal?: AbortSignal): Promise<void> {
  if (await isSilent(services.store)) return
  await probeCalled(services, signal)
  await retestDevices(services, signal)
}

/** Tries the cameras that we call. */
async function probeCalled(services: Probing, signal: AbortSignal | undefined): Promise<void> {
  const db = services.store.scoped(SYSTEM)
  for (let after = ''; !signal?.aborted; ) {
    const rows = await db
      .select({ id: camera.id, source: camera.source, status: camera.status, fault: camera.fault })
      .from(camera)
      .where(and(gt(camera.id, after), ne(camera.status, 'DISABLE'), ne(camera.kind, 'gb28181'), isDue))
      .orderBy(asc(camera.id))
      .limit(PAGE)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    const live = await noteLive(services, rows)
    await inTurn(
      rows.filter(({ id }) => !live.has(id)),
      signal,
      row =>
        oneAtATime(row.id, async () => {
          const media = mediaSource(row, services)
          if (media && comesUpLater(media, services.cameras)) return
          const depth = wasSeen(row) ? 'described' : 'pictured'
          const result = await probe(services, row, { ...(signal && { signal }), depth })
          if (signal?.aborted) return
          const isWell = result.reached && result.steps.every(({ ok }) => ok)
          if (depth === 'described' && isWell) await noteHere(db, [row.id])
          else await note(db, row.id, result)
        }),
    )
  }
}

/** Tests devices again that are here without a picture; one that reports no channels is asked for them again. */
async function retestDevices(services: Probing, signal: AbortSignal | undefined): Promise<void> {
  const db = services.store.scoped(SYSTEM)
  const rows = await db
    .select({
      id: camera.id,
      source: camera.source,
      status: camera.status,
      gbId: camera.gbId,
      fault: camera.fault,
      testAskedAt: camera.testAskedAt,
      isMended: sql<boolean>`coalesce(${camera.testAskedAt} > now() - ${MENDED_WITHIN}, false)`,
    })
    .from(camera)
    .where(
      and(
        eq(camera.kind, 'gb28181'),
        ne(camera.status, 'DISABLE'),
        isNotNull(camera.fault),
        notInArray(camera.fault, ['notRegistered', 'wrongPassword']),
      ),
    )
  const live = await noteLive(services, rows)
  await inTurn(
    rows.filter(({ id, isMended }) => isMended && !live.has(id)),
    signal,
    row =>
      oneAtATime(row.id, async () => {
        if (row.fault === 'noChannelsFound' && row.gbId !== null) {
          await services.cameras.gb?.askCatalog(row.gbId)
          return
        }
        const result = await probe(services, row, { ...(signal && { signal }), depth: 'pictured' })
        if (!signal?.aborted && row.testAskedAt)
          await note(db, row.id, result, testColumns(result, row.testAskedAt))
      }),
  )
}

/** A few at a time; the failure of one is told once all were tried. */
async function inTurn<R extends Row>(
  rows: readonly R[],
  signal: AbortSignal | undefined,
  work: (row: R) => Promise<unknown>,
): Promise<void> {
  const waiting = [...rows]
  const errors: unknown[] = []
  const worker = async () => {
    for (let row = waiting.shift(); row && !signal?.aborted; row = waiting.shift())
      await work(row).catch(error => errors.push(error))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  if (errors.length > 0) throw errors[0]
}

/** Learns every minute which cameras are online. */
export function startProbing(services: Services): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const rounds = startRounds({
    name: 'cameras',
    everyMs: EVERY_MS,
    round: () => probeAll(services, stopping.signal),
    log: services.log,
  })
  return {
    stop() {
      stopping.abort()
      return rounds.stop()
    },
  }
}
