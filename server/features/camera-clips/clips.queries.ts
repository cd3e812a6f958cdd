import { and, count, desc, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { CameraClip, ClipLink, cameraClips } from '#shared/contracts/camera-clips.ts'
import { customerNames } from '../../platform/database/customers-seen.ts'
import type { Db } from '../../platform/database/store.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { cameraClip, clipLink } from '../../platform/database/tables/recordings.ts'
import type { Call, ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { skipped, totalOf, uncounted } from '../../platform/http/lists.ts'

const holds = and(isNull(clipLink.endedAt), gt(clipLink.expiresAt, sql`now()`))

const clipsWhere = (db: Db, condition: SQL | undefined, total = uncounted) =>
  db
    .select({
      row: cameraClip,
      house: { id: house.id, name: house.name, officePath: house.officePath },
      ownZone: house.timeZone,
      officeZone: office.timeZone,
      total,
    })
    .from(cameraClip)
    .innerJoin(office, eq(office.path, cameraClip.officePath))
    .leftJoin(house, and(eq(house.id, cameraClip.houseId), isNull(house.deletedAt)))
    .where(condition)
export type FoundClip = Awaited<ReturnType<typeof clipsWhere>>[number]

type Reading = Pick<ChangingCall, 'db' | 'viewer' | 'language'>

/** Clips as the API shows them. */
export async function shownClips(call: Reading, found: readonly FoundClip[]): Promise<CameraClip[]> {
  const { db } = call
  const names = await customerNames(
    db,
    call,
    found.map(({ row }) => row.farmPath),
  )
  const ids = found.map(({ row }) => row.id)
  const links = await db
    .select({ clipId: clipLink.clipId, links: count() })
    .from(clipLink)
    .where(and(inArray(clipLink.clipId, ids.length > 0 ? ids : ['']), holds))
    .groupBy(clipLink.clipId)
  const linksOf = new Map(links.map(each => [each.clipId, each.links]))
  return found.map(({ row, house, ownZone, officeZone }) => ({
    id: row.id,
    name: row.name,
    channelName: row.channelName,
    houseId: house?.id ?? null,
    houseName: house?.name ?? null,
    timeZone: ownZone ?? officeZone,
    customer: names.get(row.farmPath) ?? null,
    fromAt: row.fromAt.toISOString(),
    toAt: row.toAt.toISOString(),
    alarmAt: row.alarmAt?.toISOString() ?? null,
    state: row.state,
    bytes: row.bytes,
    isKept: row.isKept,
    links: linksOf.get(row.id) ?? 0,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
  }))
}

/** The clip as the API shows it. */
export async function shownClip(call: Reading, found: FoundClip): Promise<CameraClip> {
  const [clip] = await shownClips(call, [found])
  if (!clip) throw refuse.notFound()
  return clip
}

/** The clip, or a refusal when it is not in the viewer's scope or its customer does not share. */
export async function findClip(db: Db, id: string): Promise<FoundClip> {
  const [found] = await clipsWhere(db, eq(cameraClip.id, id))
  if (!found) throw refuse.notFound()
  return found
}

/** A page of clips, the newest first, and whose they are. */
export async function listClips(call: Call<typeof cameraClips.list>) {
  const { db, query } = call
  const { houseId, channelId, at, isKept } = query
  const condition = and(
    houseId === undefined ? undefined : eq(cameraClip.houseId, houseId),
    channelId === undefined ? undefined : eq(cameraClip.channelId, channelId),
    at === undefined
      ? undefined
      : sql`${at}::timestamptz between ${cameraClip.fromAt} and ${cameraClip.toAt}`,
    isKept === undefined ? undefined : eq(cameraClip.isKept, isKept === 'yes'),
  )
  const total = db.$count(cameraClip, condition)
  const rows = await clipsWhere(db, condition, total)
    .orderBy(desc(cameraClip.fromAt), desc(cameraClip.id))
    .limit(query.size)
    .offset(skipped(query))
  return { total: await totalOf(rows, total), rows }
}

/** The link as the API shows it. */
export const shownLink = (row: typeof clipLink.$inferSelect): ClipLink => ({
  id: row.id,
  forWhom: row.forWhom,
  expiresAt: row.expiresAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
  views: row.views,
  viewedAt: row.viewedAt?.toISOString() ?? null,
})

export const linksOf = (db: Db, clipId: string) =>
  db.select().from(clipLink).where(eq(clipLink.clipId, clipId)).orderBy(desc(clipLink.createdAt))

/** How many links to a clip hold. */
export const heldLinks = (db: Db, clipId: string) =>
  db.$count(clipLink, and(eq(clipLink.clipId, clipId), holds))
