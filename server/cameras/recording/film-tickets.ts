import { randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { FILM_TICKET_MS } from '#shared/limits.ts'
import { type Db, type Store, SYSTEM } from '../../platform/database/store.ts'
import { cameraChannel } from '../../platform/database/tables/cameras.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { cameraClip, clipLink, filmTicket } from '../../platform/database/tables/recordings.ts'
import { hashToken, readViewers, type Viewer } from '../../platform/http/identify.ts'
import { sees } from '../admission.ts'

const TOKEN_BYTES = 32
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** A token for an address that opens something without a session of its own, and what is stored of it. */
export function newToken(): { token: string; tokenHash: string } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return { token, tokenHash: hashToken(token) }
}

/** Where a clip or film is fetched. */
export const filmAddress = (token: string): string => `/api/camera-files/${token}`

type Shown = { clipId: string } | { channelId: string; pictures: number[] }

/** The address of a clip or film for the session that asks, for some minutes. The call has checked whether it may. */
export async function makeFilmTicket(
  db: Db,
  viewer: Pick<Viewer, 'tokenHash'>,
  shown: Shown,
): Promise<{ url: string; until: string }> {
  const { token, tokenHash } = newToken()
  const expiresAt = new Date(Date.now() + FILM_TICKET_MS)
  await db.delete(filmTicket).where(lt(filmTicket.expiresAt, new Date()))
  await db.insert(filmTicket).values({ tokenHash, sessionHash: viewer.tokenHash, expiresAt, ...shown })
  return { url: filmAddress(token), until: expiresAt.toISOString() }
}

/** What a token opens now. */
export type Opened =
  | { kind: 'clip'; clipId: string; name: string; at: Date }
  | { kind: 'film'; channelId: string; pictures: number[] }

const customer = alias(office, 'customer')
const place = {
  path: office.path,
  farmPath: office.farmPath,
  carePath: office.carePath,
  isShared: sql<boolean>`coalesce(${customer.farmAccessUntil} > now(), false)`,
}

/** The link with this token, while it holds; its clip is ready. */
export async function linkOf(db: Db, tokenHash: string) {
  const [found] = await db
    .select({ link: clipLink, clip: cameraClip })
    .from(clipLink)
    .innerJoin(cameraClip, eq(cameraClip.id, clipLink.clipId))
    .where(
      and(
        eq(clipLink.tokenHash, tokenHash),
        isNull(clipLink.endedAt),
        gt(clipLink.expiresAt, sql`now()`),
        eq(cameraClip.state, 'ready'),
      ),
    )
  return found
}

async function ticketOf(db: Db, tokenHash: string) {
  const [ticket] = await db
    .select()
    .from(filmTicket)
    .where(and(eq(filmTicket.tokenHash, tokenHash), gt(filmTicket.expiresAt, sql`now()`)))
  return ticket
}

const clipPlace = async (db: Db, id: string) =>
  (
    await db
      .select({ ...place, clip: cameraClip })
      .from(cameraClip)
      .innerJoin(office, eq(office.path, cameraClip.officePath))
      .innerJoin(customer, eq(customer.path, cameraClip.farmPath))
      .where(and(eq(cameraClip.id, id), eq(cameraClip.state, 'ready')))
  )[0]
const channelPlace = async (db: Db, id: string) =>
  (
    await db
      .select(place)
      .from(cameraChannel)
      .innerJoin(office, eq(office.path, cameraChannel.officePath))
      .innerJoin(customer, eq(customer.path, cameraChannel.farmPath))
      .where(eq(cameraChannel.id, id))
  )[0]

/**
 * What a token of an address opens at this moment, if anything: a link while it holds; a ticket while its session, its rights and
 * the customer's consent do.
 */
export async function openToken(
  store: Store,
  token: string,
  wantsFactor: boolean,
): Promise<Opened | undefined> {
  if (!TOKEN.test(token)) return undefined
  const db = store.scoped(SYSTEM)
  const tokenHash = hashToken(token)
  const ticket = await ticketOf(db, tokenHash)
  if (!ticket) {
    const found = await linkOf(db, tokenHash)
    return found && asClip(found.clip)
  }
  const viewer = (await readViewers(store, [ticket.sessionHash], wantsFactor)).get(ticket.sessionHash)
  if (!viewer) return undefined
  if (ticket.clipId !== null) {
    const found = await clipPlace(db, ticket.clipId)
    return found && sees(viewer, found) ? asClip(found.clip) : undefined
  }
  const { channelId, pictures } = ticket
  if (channelId === null || pictures === null) return undefined
  const found = await channelPlace(db, channelId)
  return found && sees(viewer, found) ? { kind: 'film', channelId, pictures } : undefined
}

const asClip = ({ id, name, channelName, fromAt }: typeof cameraClip.$inferSelect): Opened => ({
  kind: 'clip',
  clipId: id,
  name: name || channelName,
  at: fromAt,
})
