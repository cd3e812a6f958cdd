import { and, eq, isNull } from 'drizzle-orm'
import type { cameraRecordings } from '#shared/contracts/camera-clips.ts'
import type { Result } from '#shared/endpoint.ts'
import { text } from '#shared/text.ts'
import { TICKS } from '../../cameras/fragments.ts'
import { makeFilmTicket } from '../../cameras/recording/film-tickets.ts'
import { FILM_STEP, filmMoments } from '../../cameras/recording/keep-films.ts'
import { recordingsFolder } from '../../cameras/recording/places.ts'
import { type Segment, segmentsOf } from '../../cameras/recording/ring.ts'
import { newId } from '../../platform/database/ids.ts'
import { type Db, SYSTEM } from '../../platform/database/store.ts'
import { cameraChannel } from '../../platform/database/tables/cameras.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { cameraClip, cameraRecorder } from '../../platform/database/tables/recordings.ts'
import type { Call, ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { noteDeed, noteLook } from '../../platform/http/viewing.ts'
import { noteFound, openFound } from '../../platform/records/rows.ts'
import { findClip, shownClip } from './clips.queries.ts'

const says = {
  nothing: text('该时段没有录像', 'Nothing was recorded then'),
  isOff: text('该通道没有开启录像', 'This channel is not recorded'),
}

/** A pause this short in what is recorded is none. ms */
const PAUSE_MS = 5_000

const channelsWhere = (db: Db, id: string) =>
  db
    .select({
      row: cameraChannel,
      house: { id: house.id, name: house.name, officePath: house.officePath },
    })
    .from(cameraChannel)
    .leftJoin(house, and(eq(house.id, cameraChannel.houseId), isNull(house.deletedAt)))
    .where(eq(cameraChannel.id, id))
type Found = Awaited<ReturnType<typeof channelsWhere>>[number]

async function findChannel(db: Db, id: string): Promise<Found> {
  const [found] = await channelsWhere(db, id)
  if (!found) throw refuse.notFound()
  return found
}

const seenOf = ({ row, house }: Found) => ({ farmPath: row.farmPath, house: house ?? undefined })

/** What the history says of a channel. */
const asTold = ({ row: { name, records, films } }: Found) => ({ name, records, films })

function spansOf(segments: readonly Segment[]): { fromAt: string; toAt: string }[] {
  const spans: { from: number; to: number }[] = []
  for (const { from, to } of segments) {
    const last = spans.at(-1)
    if (last && from - last.to <= PAUSE_MS) last.to = Math.max(last.to, to)
    else spans.push({ from, to: Math.max(from, to) })
  }
  return spans.map(({ from, to }) => ({
    fromAt: new Date(from).toISOString(),
    toAt: new Date(to).toISOString(),
  }))
}

async function shownRecording(
  { services }: Pick<ChangingCall, 'services'>,
  { row }: Found,
): Promise<Result<typeof cameraRecordings.get>> {
  const [recorder] = await services.store.scoped(SYSTEM).select().from(cameraRecorder)
  return {
    id: row.id,
    records: row.records,
    films: row.films,
    stopped: row.records || row.films ? (recorder?.stopped ?? null) : null,
    spans: row.records ? spansOf(await segmentsOf(recordingsFolder(services.config), row.id)) : [],
  }
}

export async function readRecording(
  call: Call<typeof cameraRecordings.get>,
): Promise<Result<typeof cameraRecordings.get>> {
  const found = await findChannel(call.db, call.params.id)
  await noteLook(call, 'cameras', [seenOf(found)])
  return shownRecording(call, found)
}

export async function switchRecording(
  call: Call<typeof cameraRecordings.change>,
): Promise<Result<typeof cameraRecordings.change>> {
  const { db, body, params } = call
  const found = await openFound(call, cameraChannel.id, () => findChannel(db, params.id), asTold)
  call.named({ name: text(found.row.name, found.row.name) })
  await noteDeed(call, 'cameras', [seenOf(found)])
  await db
    .update(cameraChannel)
    .set({ records: body.records, films: body.films })
    .where(eq(cameraChannel.id, params.id))
  return shownRecording(call, await findChannel(db, params.id))
}

/** Asks for a clip of what is recorded; it is written within seconds. */
export async function askForClip(
  call: Call<typeof cameraRecordings.cut>,
): Promise<Result<typeof cameraRecordings.cut>> {
  const { db, body, params, services } = call
  const found = await findChannel(db, params.id)
  const { row } = await noteFound(call, found, asTold)
  call.named({ name: text(row.name, row.name) })
  if (!row.records) throw refuse.conflict({ yours: body, current: null }, says.isOff)
  const [from, to] = [Date.parse(body.fromAt), Date.parse(body.toAt)]
  const segments = await segmentsOf(recordingsFolder(services.config), row.id)
  if (from > Date.now() || !segments.some(each => each.from < to && each.to > from))
    throw refuse.invalid([{ field: 'fromAt', message: says.nothing }])
  await noteDeed(call, 'cameras', [seenOf(found)])
  const id = newId()
  await db.insert(cameraClip).values({
    id,
    officePath: row.officePath,
    farmPath: row.farmPath,
    channelId: row.id,
    channelName: row.name,
    houseId: row.houseId,
    name: body.name,
    fromAt: new Date(from),
    toAt: new Date(to),
    isKept: true,
  })
  return shownClip(call, await findClip(db, id))
}

/** The film of a channel over some days. */
export async function openFilm(
  call: Call<typeof cameraRecordings.film>,
): Promise<Result<typeof cameraRecordings.film>> {
  const { db, body, params, services, viewer } = call
  const found = await findChannel(db, params.id)
  const { row } = await noteFound(call, found, asTold)
  call.named({ name: text(row.name, row.name) })
  await noteLook(call, 'cameras', [seenOf(found)])
  const system = services.store.scoped(SYSTEM)
  const pictures = await filmMoments(system, row, Date.parse(body.fromAt), Date.parse(body.toAt))
  const address =
    pictures.length > 0 ? await makeFilmTicket(system, viewer, { channelId: row.id, pictures }) : null
  return { pictures, seconds: FILM_STEP / TICKS, address }
}
