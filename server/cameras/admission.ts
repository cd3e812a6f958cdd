import { randomBytes } from 'node:crypto'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { LIVE_TICKET_MS, type StreamName } from '#shared/cameras.ts'
import { LIVE_PICTURES } from '#shared/limits.ts'
import { isInScope } from '../platform/database/scope.ts'
import { type Db, SYSTEM } from '../platform/database/store.ts'
import { camera, cameraChannel, liveTicket } from '../platform/database/tables/cameras.ts'
import { office } from '../platform/database/tables/offices.ts'
import { hashToken, readViewers, type Viewer } from '../platform/http/identify.ts'
import { goesOn } from '../platform/http/viewing.ts'
import { roundFailed } from '../platform/rounds.ts'
import type { Services } from '../platform/services.ts'
import { mediaSource, pathOf, streamId } from './camera-source.ts'
import type { MediaSource } from './media-engine.ts'

/** 256 random bits in base64url. */
const TOKEN_BYTES = 32
const TOKEN = /^[A-Za-z0-9_-]{43}$/
/** A running picture ends within 2 s of whatever ended the right to it. ms */
const TICK_MS = 1_000
/** Viewers read per statement. */
const AT_ONCE = 100
/** A picture is opened at once or not at all; after that a channel without viewers has nobody left to cut. ms */
const JOINING_MS = 10_000

/** Makes the right to open one live picture, once, for the session that asks. The call has checked whether it may. */
export async function makeTicket(
  db: Db,
  {
    channelId,
    stream = 'main',
    played,
    viewer,
  }: {
    channelId: string
    stream?: StreamName
    played?: { fromAt: Date; toAt: Date }
    viewer: Pick<Viewer, 'tokenHash'>
  },
): Promise<{ token: string; until: Date }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const until = new Date(Date.now() + LIVE_TICKET_MS)
  await db.delete(liveTicket).where(lt(liveTicket.expiresAt, new Date()))
  await db.insert(liveTicket).values({
    tokenHash: hashToken(token),
    sessionHash: viewer.tokenHash,
    channelId,
    stream,
    expiresAt: until,
    ...played,
  })
  return { token, until }
}

/** A live picture that somebody may open. */
export interface Admitted {
  /** Under which the engine knows the stream. */
  streamId: string
  source: MediaSource
  /** Calls `cut` once the right to the picture ends; the returned function is called when the picture ended by itself. */
  onRevoked(cut: () => void): () => void
}

/** Whoever may look into houses or administers cameras may watch. */
const mayWatch = ({ grants }: Viewer) =>
  grants.has('chicken_home_manage:get') || grants.has('camera_manage:get')
/** They must first do something about how they sign in. */
const isHeldBack = ({ mustChangePassword, mustSetFactor }: Viewer) => mustChangePassword || mustSetFactor

/** How many live pictures each account has open in this process. */
const openPictures = new Map<string, number>()
export const picturesOf = (accountId: string): number => openPictures.get(accountId) ?? 0

function countPicture(accountId: string, by: 1 | -1): void {
  const count = picturesOf(accountId) + by
  if (count > 0) openPictures.set(accountId, count)
  else openPictures.delete(accountId)
}

interface Watching {
  what: 'live' | 'replay'
  channelId: string
  streamId: string
  accountId: string
  sessionHash: string
  since: number
  cut: () => void
}

export interface Admission {
  /** Takes the ticket, which nobody can use again; undefined if it opens nothing. */
  admit(channelId: string, token: string): Promise<Admitted | undefined>
  stop(): void
}

/**
 * Lets people with a ticket open a live picture, and ends it when the session, the permission, the consent, the channel or
 * the camera no longer allows it, whoever changed that.
 */
export function openAdmission(services: Services): Admission {
  const { config, log } = services
  const store = services.store.reserved('live')
  const watching = new Set<Watching>()
  const onError = (error: unknown) => roundFailed(log, 'live', error)

  function forget(entry: Watching): void {
    if (watching.delete(entry)) countPicture(entry.accountId, -1)
  }

  async function viewersOf(hashes: readonly string[]): Promise<Map<string, Viewer>> {
    const known = new Map<string, Viewer>()
    for (let from = 0; from < hashes.length; from += AT_ONCE)
      for (const [hash, viewer] of await readViewers(store, hashes.slice(from, from + AT_ONCE), !config.demo))
        known.set(hash, viewer)
    return known
  }

  async function admit(channelId: string, token: string): Promise<Admitted | undefined> {
    if (!TOKEN.test(token)) return undefined
    const db = store.scoped(SYSTEM)
    const [ticket] = await db
      .delete(liveTicket)
      .where(eq(liveTicket.tokenHash, hashToken(token)))
      .returning()
    if (!ticket || ticket.channelId !== channelId || ticket.expiresAt.getTime() <= Date.now())
      return undefined
    const { sessionHash } = ticket
    const viewer = (await viewersOf([sessionHash])).get(sessionHash)
    const [channel] = await watchable(db, [channelId])
    if (!viewer || !channel || !sees(viewer, channel)) return undefined
    const { accountId } = viewer
    // Tickets asked for at the same time were each the last one allowed.
    if (picturesOf(accountId) >= LIVE_PICTURES) return undefined
    const picture = await pictureOf(db, ticket, channel, services)
    if (!picture) return undefined
    return {
      streamId: picture.streamId,
      source: picture.source,
      onRevoked(cut) {
        const entry: Watching = {
          what: picture.what,
          channelId,
          streamId: picture.streamId,
          accountId,
          sessionHash,
          cut,
          since: Date.now(),
        }
        watching.add(entry)
        countPicture(accountId, 1)
        return () => forget(entry)
      },
    }
  }

  /** Cuts every picture that may not be watched any more. */
  async function recheck(): Promise<void> {
    const now = Date.now()
    for (const entry of watching)
      if (now - entry.since > JOINING_MS && services.cameras.media.state(entry.streamId).viewers === 0)
        forget(entry)
    if (watching.size === 0) return
    const entries = [...watching]
    const [viewers, channels] = await Promise.all([
      viewersOf([...new Set(entries.map(({ sessionHash }) => sessionHash))]),
      watchable(store.scoped(SYSTEM), [...new Set(entries.map(({ channelId }) => channelId))]),
    ])
    const byId = new Map(channels.map(channel => [channel.id, channel]))
    for (const entry of entries) {
      const [viewer, channel] = [viewers.get(entry.sessionHash), byId.get(entry.channelId)]
      if (viewer && channel && sees(viewer, channel)) {
        goesOn(entry.what, entry.accountId, entry.channelId)
        continue
      }
      forget(entry)
      entry.cut()
    }
  }

  let rechecking = false
  const timer = setInterval(() => {
    if (rechecking) return
    rechecking = true
    recheck()
      .catch(onError)
      .finally(() => {
        rechecking = false
      })
  }, TICK_MS)
  return {
    admit,
    stop() {
      clearInterval(timer)
      for (const entry of watching) forget(entry)
    },
  }
}

/** What the engine is to play for a ticket, and under which name it knows that; undefined if the camera has no such picture. */
async function pictureOf(
  db: Db,
  ticket: typeof liveTicket.$inferSelect,
  { id, cameraId, streamPath, subPath }: Watchable,
  services: Services,
): Promise<(Pick<Watching, 'what' | 'streamId'> & Pick<Admitted, 'source'>) | undefined> {
  const [found] = await db
    .select({ id: camera.id, source: camera.source, onvif: camera.onvif })
    .from(camera)
    .where(eq(camera.id, cameraId))
  if (!found) return undefined
  const stream = subPath === '' ? 'main' : ticket.stream
  const source = mediaSource({ ...found, path: pathOf({ path: streamPath, subPath }, stream) }, services)
  if (!source) return undefined
  const played = playedOf(ticket, found.onvif?.clockOffS)
  if (!played) return { what: 'live', streamId: streamId(id, stream), source }
  if (source.kind === 'rtsp') return undefined
  // Everybody is at a place of their own in a recording.
  return { what: 'replay', streamId: `${id}~${ticket.tokenHash}`, source: { ...source, played } }
}

/** The time that a ticket is for by the recorder's clock, which is ahead by so much, s since 1970; undefined: the live picture. */
const playedOf = ({ fromAt, toAt }: typeof liveTicket.$inferSelect, aheadS = 0) =>
  fromAt && toAt
    ? {
        from: Math.floor(fromAt.getTime() / 1_000) + aheadS,
        to: Math.ceil(toAt.getTime() / 1_000) + aheadS,
      }
    : undefined

const customer = alias(office, 'customer')

/** Those of these channels that are switched on, with what decides who sees them. */
const watchable = (db: Db, ids: readonly string[]) =>
  db
    .select({
      id: cameraChannel.id,
      cameraId: cameraChannel.cameraId,
      streamPath: cameraChannel.path,
      subPath: cameraChannel.subPath,
      path: office.path,
      farmPath: office.farmPath,
      carePath: office.carePath,
      isShared: sql<boolean>`coalesce(${customer.farmAccessUntil} > now(), false)`,
    })
    .from(cameraChannel)
    .innerJoin(office, eq(office.path, cameraChannel.officePath))
    .innerJoin(customer, eq(customer.path, cameraChannel.farmPath))
    .where(
      and(
        inArray(cameraChannel.id, [...ids]),
        eq(cameraChannel.enabled, true),
        sql`${cameraChannel.status} <> 'DISABLE'`,
      ),
    )

type Watchable = Awaited<ReturnType<typeof watchable>>[number]

/** Where a picture belongs, and whether its customer shares the farm. */
interface PicturePlace {
  path: string
  farmPath: string | null
  carePath: string | null
  isShared: boolean
}

/** Whether somebody may see pictures of this place now, as the policies of farm data say. */
export const sees = (viewer: Viewer, place: PicturePlace): boolean =>
  mayWatch(viewer) &&
  !isHeldBack(viewer) &&
  viewer.sessionUntil > Date.now() &&
  isInScope(viewer.scope, place) &&
  (viewer.scope.farm === place.farmPath || place.isShared)
