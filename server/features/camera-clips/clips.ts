import { rm } from 'node:fs/promises'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { cameraClips } from '#shared/contracts/camera-clips.ts'
import type { Result } from '#shared/endpoint.ts'
import { CLIP_LINKS } from '#shared/limits.ts'
import { text } from '#shared/text.ts'
import { filmAddress, linkOf, makeFilmTicket, newToken } from '../../cameras/recording/film-tickets.ts'
import { clipPath, recordingsFolder } from '../../cameras/recording/places.ts'
import { newId } from '../../platform/database/ids.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import { type Db, SYSTEM } from '../../platform/database/store.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { cameraClip, clipLink } from '../../platform/database/tables/recordings.ts'
import type { Call, ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { hashToken } from '../../platform/http/identify.ts'
import { refuseOlder } from '../../platform/http/versions.ts'
import { noteDeed, noteLook } from '../../platform/http/viewing.ts'
import { changeRows, noteFound, openFound } from '../../platform/records/rows.ts'
import {
  type FoundClip,
  findClip,
  heldLinks,
  linksOf,
  listClips,
  shownClip,
  shownClips,
  shownLink,
} from './clips.queries.ts'

const says = {
  notReady: text('该片段没有可播放的录像', 'This clip has nothing to play'),
  noLink: text('没有此分享，或已结束', 'No such link, or it has ended'),
  farmOnly: text('只有农场自己的人员可以分享录像', 'Only the farm’s own people can give a clip to others'),
  tooManyLinks: text('一个片段最多 {limit} 个有效链接', 'At most {limit} links to one clip'),
  ended: text('该链接已停用', 'This link has ended'),
}

const seenOf = ({ row, house }: FoundClip) => ({ farmPath: row.farmPath, house: house ?? undefined })

export async function readClips(
  call: Call<typeof cameraClips.list>,
): Promise<Result<typeof cameraClips.list>> {
  const { total, rows } = await listClips(call)
  await noteLook(
    call,
    'cameras',
    rows.map(({ row: { farmPath } }) => ({ farmPath })),
  )
  return { total, items: await shownClips(call, rows) }
}

export async function readClip(call: Call<typeof cameraClips.get>): Promise<Result<typeof cameraClips.get>> {
  const found = await findClip(call.db, call.params.id)
  await noteLook(call, 'cameras', [seenOf(found)])
  return shownClip(call, found)
}

type Changing = ChangingCall & { params: { id: string } }

/** A clip without a name of its own is called by its channel. */
function callByName(call: ChangingCall, { row }: FoundClip): void {
  const name = row.name || row.channelName
  call.named({ name: text(name, name) })
}

/** The clip to change, locked; offices above its customer leave a line for its owner. */
async function openClip(call: Changing) {
  const found = await openFound(
    call,
    cameraClip.id,
    () => findClip(call.db, call.params.id),
    each => shownClip(call, each),
  )
  callByName(call, found)
  await noteDeed(call, 'cameras', [seenOf(found)])
  return found
}

/** The address of a clip. Each view of an office above is a line of the owner's log. */
export async function playClip(call: Changing): Promise<Result<typeof cameraClips.play>> {
  const found = await findClip(call.db, call.params.id)
  await noteFound(call, found, each => shownClip(call, each))
  callByName(call, found)
  if (found.row.state !== 'ready') throw refuse.conflict({ yours: null, current: null }, says.notReady)
  await noteDeed(call, 'cameras', [seenOf(found)])
  return makeFilmTicket(call.services.store.scoped(SYSTEM), call.viewer, { clipId: found.row.id })
}

export async function changeClip(
  call: Call<typeof cameraClips.update>,
): Promise<Result<typeof cameraClips.update>> {
  const { db, body } = call
  const { row, shown } = await openClip(call)
  refuseOlder(body, row.version, shown)
  const { name, isKept } = body
  await changeRows(db, cameraClip, eq(cameraClip.id, row.id), { name, isKept })
  return shownClip(call, await findClip(db, row.id))
}

export async function removeClip(call: Changing): Promise<null> {
  const { db, services, afterwards } = call
  const { row } = await openClip(call)
  await db.delete(cameraClip).where(eq(cameraClip.id, row.id))
  const path = clipPath(recordingsFolder(services.config), row.id)
  // One that cannot be deleted now is swept later.
  afterwards(() => void rm(path, { force: true }).catch(() => {}))
  return null
}

export async function readLinks(
  call: Call<typeof cameraClips.links>,
): Promise<Result<typeof cameraClips.links>> {
  const found = await findClip(call.db, call.params.id)
  await noteLook(call, 'cameras', [seenOf(found)])
  return (await linksOf(call.db, found.row.id)).map(shownLink)
}

const DAY_MS = 86_400_000

export async function addLink(
  call: Call<typeof cameraClips.addLink>,
): Promise<Result<typeof cameraClips.addLink>> {
  const { db, body, viewer } = call
  const { row } = await openClip(call)
  // Consent lets an office above see the farm, not hand its pictures on.
  if (viewer.scope.farm !== row.farmPath) throw refuse.forbidden(says.farmOnly)
  if (row.state !== 'ready') throw refuse.conflict({ yours: body, current: null }, says.notReady)
  if ((await heldLinks(db, row.id)) >= CLIP_LINKS)
    throw refuse.invalid([], [says.tooManyLinks, { limit: CLIP_LINKS }])
  const { token, tokenHash } = newToken()
  const [link] = await db
    .insert(clipLink)
    .values({
      id: newId(),
      clipId: row.id,
      officePath: row.officePath,
      farmPath: row.farmPath,
      tokenHash,
      forWhom: body.forWhom,
      expiresAt: new Date(Date.now() + body.days * DAY_MS),
    })
    .returning()
  if (!link) throw refuse.notFound()
  // What was given away is not deleted by itself.
  await db.update(cameraClip).set({ isKept: true }).where(eq(cameraClip.id, row.id))
  return { token, link: shownLink(link) }
}

export async function endLink(call: Call<typeof cameraClips.endLink>): Promise<null> {
  const { row } = await openClip(call)
  const ended = await call.db
    .update(clipLink)
    .set({ endedAt: sql`now()` })
    .where(and(eq(clipLink.id, call.body.linkId), eq(clipLink.clipId, row.id), isNull(clipLink.endedAt)))
    .returning({ id: clipLink.id })
  if (ended.length === 0) throw refuse.invalid([{ field: 'linkId', message: says.noLink }])
  return null
}

/** What somebody with a link sees. Each call is counted, and is a line of the owner's log under the name the farm gave. */
export async function readLinked(
  call: Call<typeof cameraClips.linked>,
): Promise<Result<typeof cameraClips.linked>> {
  const { params, services, language, ip } = call
  const store = services.store.reserved('live')
  const found = await linkOf(store.scoped(SYSTEM), hashToken(params.token))
  if (!found) throw refuse.notFound()
  const { link, clip } = found
  return store.transaction(SYSTEM, async db => {
    const [place] = await db
      .select({ farmName: nameIn(language, office), zone: office.timeZone })
      .from(office)
      .where(eq(office.path, clip.farmPath))
    const [shows] = clip.houseId
      ? await db
          .select({ id: house.id, name: house.name, zone: house.timeZone })
          .from(house)
          .where(eq(house.id, clip.houseId))
      : []
    if (!place) throw refuse.notFound()
    await noteView(db, { link, house: shows, ip })
    return {
      name: clip.name || clip.channelName,
      houseName: shows?.name ?? null,
      farmName: place.farmName,
      timeZone: shows?.zone ?? place.zone,
      fromAt: clip.fromAt.toISOString(),
      toAt: clip.toAt.toISOString(),
      alarmAt: clip.alarmAt?.toISOString() ?? null,
      forWhom: link.forWhom,
      expiresAt: link.expiresAt.toISOString(),
      bytes: clip.bytes,
      url: filmAddress(params.token),
    }
  })
}

async function noteView(
  db: Db,
  {
    link,
    house,
    ip,
  }: { link: typeof clipLink.$inferSelect; house: { id: string; name: string } | undefined; ip: string },
): Promise<void> {
  await db
    .update(clipLink)
    .set({ views: sql`${clipLink.views} + 1`, viewedAt: sql`now()` })
    .where(eq(clipLink.id, link.id))
  await db.execute(sql`
    insert into consent_log (office_path, subject_path, actor_name, event, consent, what, house_id, house_name, ip)
    values (${link.farmPath}, ${link.farmPath}, ${link.forWhom}, 'used', 'farm', 'clip', ${house?.id ?? null},
      ${house?.name ?? null}, ${ip})`)
}
