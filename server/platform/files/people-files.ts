import { stat } from 'node:fs/promises'
import { and, eq, inArray, isNull, notInArray, or, sql } from 'drizzle-orm'
import type { ShownFile } from '#shared/contracts/files.ts'
import {
  FILE_BYTES,
  type FileUse,
  fileTypes,
  LOOSE_FILES,
  PICTURE_SIDES,
  SMALL_BYTES,
} from '#shared/files.ts'
import { FILE_LINK_MS, LOOSE_FILE_MS } from '#shared/limits.ts'
import type { Grant } from '#shared/permissions.ts'
import { text } from '#shared/text.ts'
import type { Db } from '../database/store.ts'
import { storedFile } from '../database/tables/jobs.ts'
import type { ChangingCall } from '../http/call.ts'
import { refuse } from '../http/errors.ts'
import type { Viewer } from '../http/identify.ts'
import type { Message } from '../http/texts.ts'
import { smallKey, storeOf } from './file-store.ts'
import { judgeContent, namedFor, type Refused } from './judge-content.ts'
import { plainJpeg } from './plain-jpeg.ts'
import { linkFor } from './signed-link.ts'
import { recordFile } from './stored-files.ts'
import { finishedUpload, forgetUpload } from './uploads.ts'

/** A record's files stay as long as the record. */
const FOREVER = new Date('9999-12-31')
const GRID_MS = FILE_LINK_MS / 2

type FileRow = typeof storedFile.$inferSelect

/** Whether somebody who sees the row's office may see the file; an unattached one only its sender may see. */
export const mayShow = (
  { accountId, grants }: Pick<Viewer, 'accountId' | 'grants'>,
  file: Pick<FileRow, 'attachedTo' | 'accountId' | 'access'>,
): boolean =>
  file.attachedTo === null
    ? file.accountId === accountId
    : file.access.length === 0 || file.access.some(grant => grants.has(grant))

function shown(appSecret: string, viewer: Viewer, row: FileRow): ShownFile {
  const { id, name, type, size, hasSmall } = row
  // Stays the same for some minutes, so that rereading a list does not load its pictures again.
  const now = Math.floor(Date.now() / GRID_MS) * GRID_MS
  const url = (key: string) => linkFor(appSecret, key, viewer.accountId, now)
  return { id, name, type, size, url: url(id), small: hasSmall ? url(smallKey(id)) : null }
}

/** The files of these ids that the viewer may see, in the order asked for. `db` carries their scope. */
export async function shownFiles(
  db: Db,
  viewer: Viewer,
  appSecret: string,
  ids: readonly string[],
): Promise<ShownFile[]> {
  const rows = await db
    .select()
    .from(storedFile)
    .where(and(inArray(storedFile.id, [...ids]), eq(storedFile.purpose, 'people')))
  const byId = new Map(rows.filter(row => mayShow(viewer, row)).map(row => [row.id, row]))
  return ids.flatMap(id => {
    const row = byId.get(id)
    return row ? [shown(appSecret, viewer, row)] : []
  })
}

const says = {
  notArrived: text('文件尚未上传完成，请重试', 'The upload is not complete. Try again'),
  tooLarge: {
    picture: text('文件过大：图片最大 20 MB', 'The file is too large. Pictures can have at most 20 MB'),
    attachment: text(
      '文件过大：附件最大 200 MB',
      'The file is too large. Attachments can have at most 200 MB',
    ),
    recording: text(
      '文件过大：语音和短视频最大 60 MB',
      'The file is too large. Voice notes and videos can have at most 60 MB',
    ),
  },
  tooManyPixels: text(
    '图片像素过多：最多 5000 万像素，且每边不超过 16384 像素',
    'The picture has too many pixels: at most 50 million, and 16,384 on a side',
  ),
  picture: text('请选择图片：JPEG、PNG 或 WebP', 'Choose a picture: JPEG, PNG or WebP'),
  attachment: text(
    '请选择 PDF、Word、Excel、PowerPoint 或 MP4 文件',
    'Choose a PDF, Word, Excel, PowerPoint or MP4 file',
  ),
  recording: text(
    '请选择语音或视频：WebM、MP4、MOV、M4A、OGG 或 MP3',
    'Choose a voice note or video: WebM, MP4, MOV, M4A, OGG or MP3',
  ),
  recordingIs: text(
    '不支持 {kind} 文件，请选择语音或视频：WebM、MP4、MOV、M4A、OGG 或 MP3',
    'Files of the kind {kind} are not played everywhere. Choose WebM, MP4, MOV, M4A, OGG or MP3',
  ),
  tooMany: text(
    '已有 {limit} 个文件未附到任何记录，请先保存或明天再试',
    '{limit} files do not belong to a record yet. Save their records first, or try again tomorrow',
  ),
  gone: text('有文件已不可用，请重新添加', 'One of the files no longer exists. Add it again'),
}
const wrong = (message: Message) => refuse.invalid([{ field: 'upload', message }], message)

/** A thumbnail as a browser made it; undefined if it is anything else. */
function smallOf(base64: string | null | undefined): Uint8Array | undefined {
  if (!base64) return undefined
  const jpeg = plainJpeg(Buffer.from(base64, 'base64'))
  const side = PICTURE_SIDES.small
  const isSmall = jpeg && jpeg.width <= side && jpeg.height <= side && jpeg.bytes.length <= SMALL_BYTES
  return isSmall ? jpeg.bytes : undefined
}

function whyRefused(refused: Refused, use: FileUse): Message {
  if (refused.refused === 'pixels') return says.tooManyPixels
  const { is } = refused
  return use === 'recording' && is ? [says.recordingIs, { kind: is.toUpperCase() }] : says[use]
}

/** Whether a stored file of this type may be used so; pictures of the demonstration are drawings. */
const isFor: Readonly<Record<FileUse, (type: string) => boolean>> = {
  picture: type => type.startsWith('image/'),
  recording: type => Object.hasOwn(fileTypes.recording, type),
  attachment: () => true,
}

type Keeping = Pick<ChangingCall, 'db' | 'viewer' | 'services' | 'afterwards'> & {
  body: { upload: string; name: string; use: FileUse; small?: string | null | undefined }
}

/** Stores an upload once its content is checked. Storing it twice gives the same file. */
export async function keepFile({ db, viewer, services, afterwards, body }: Keeping): Promise<ShownFile> {
  const { dataDir, appSecret } = services.config
  const { upload: id, name, use } = body
  const [known] = await shownFiles(db, viewer, appSecret, [id])
  if (known) return known
  const path = await finishedUpload(dataDir, id, viewer.accountId)
  if (path === undefined) throw wrong(says.notArrived)
  if ((await stat(path)).size > FILE_BYTES[use]) throw wrong(says.tooLarge[use])
  const judged = await judgeContent(path, use)
  if ('refused' in judged) throw wrong(whyRefused(judged, use))
  const loose = and(eq(storedFile.accountId, viewer.accountId), eq(storedFile.purpose, 'people'))
  if ((await db.$count(storedFile, loose)) >= LOOSE_FILES) throw wrong([says.tooMany, { limit: LOOSE_FILES }])
  const store = storeOf(services.config)
  const small = use === 'picture' ? smallOf(body.small) : undefined
  await (judged.bytes ? store.write(id, judged.bytes) : store.take(id, path))
  if (small) await store.write(smallKey(id), small)
  const file = { id, size: judged.bytes?.length ?? (await stat(path)).size }
  await recordFile(db, viewer, file, {
    purpose: 'people',
    name: namedFor(name, use, judged.type),
    type: judged.type,
    needs: [],
    expiresAt: new Date(Date.now() + LOOSE_FILE_MS),
    hasSmall: small !== undefined,
  })
  afterwards(() => void forgetUpload(dataDir, id))
  const [kept] = await shownFiles(db, viewer, appSecret, [id])
  if (!kept) throw new Error('A file was kept and cannot be shown')
  return kept
}

/** A record that has files. */
export interface Owner {
  id: string
  officePath: string
  /** Grants of which any one shows the record and with it its files; none if everybody who sees the office may. */
  access: readonly Grant[]
  /** Every office below may see it. */
  isReleased?: boolean
}

/** The files that one field of a record names. */
export interface NamedFiles {
  field: string
  use: FileUse
  ids: readonly string[]
}

/**
 * Attaches to a record the files its fields name: unattached ones of the viewer, or its own already. Files that no field
 * names any more are removed, so name all of its files in one call.
 */
export async function attachFiles(
  db: Db,
  { accountId }: Pick<Viewer, 'accountId'>,
  owner: Owner,
  fields: readonly NamedFiles[],
): Promise<void> {
  const named = [...new Set(fields.flatMap(({ ids }) => ids))]
  const isOurs = eq(storedFile.attachedTo, owner.id)
  await db.delete(storedFile).where(and(isOurs, notInArray(storedFile.id, named)))
  if (named.length === 0) return
  const isLoose = and(isNull(storedFile.attachedTo), eq(storedFile.accountId, accountId))
  const attached = await db
    .update(storedFile)
    .set({
      attachedTo: owner.id,
      accountId: null,
      officePath: owner.officePath,
      access: [...owner.access],
      isReleased: owner.isReleased ?? false,
      expiresAt: FOREVER,
    })
    .where(and(inArray(storedFile.id, named), eq(storedFile.purpose, 'people'), or(isOurs, isLoose)))
    .returning({ id: storedFile.id, type: storedFile.type })
  const types = new Map(attached.map(({ id, type }) => [id, type]))
  const isWrong = ({ use, ids }: NamedFiles) =>
    ids.some(id => {
      const type = types.get(id)
      return type === undefined || !isFor[use](type)
    })
  const faults = fields.filter(isWrong).map(({ field }) => ({ field, message: says.gone }))
  if (faults.length > 0) throw refuse.invalid(faults)
}

/** Releases or withdraws a record's files: offices below see them from now on, or no longer. */
export async function showFilesBelow(db: Db, recordId: string, isReleased: boolean): Promise<void> {
  await db.update(storedFile).set({ isReleased }).where(eq(storedFile.attachedTo, recordId))
}

/** Lets holders of one of these grants see the files too, within the offices of their record. */
export async function showFilesTo(db: Db, grants: readonly Grant[], ids: readonly string[]): Promise<void> {
  await db
    .update(storedFile)
    .set({ access: sql`${storedFile.access} || ${sql.param([...grants])}::text[]` })
    .where(inArray(storedFile.id, [...ids]))
}

/** Keeps the files of a deleted record until then: tidying removes them afterwards, if it is not restored. */
export async function hideFilesUntil(db: Db, recordId: string, expiresAt: Date): Promise<void> {
  await db.update(storedFile).set({ isReleased: false, expiresAt }).where(eq(storedFile.attachedTo, recordId))
}

/** Keeps the files of a restored record as long as the record. */
export async function keepFilesOf(db: Db, recordId: string): Promise<void> {
  await db.update(storedFile).set({ expiresAt: FOREVER }).where(eq(storedFile.attachedTo, recordId))
}

/** Removes the files of a record that is deleted for good. */
export async function removeFilesOf(db: Db, recordId: string): Promise<void> {
  await db.delete(storedFile).where(eq(storedFile.attachedTo, recordId))
}
