import { chmodSync, mkdirSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { FileStore } from '@tus/file-store'
import { Server, type ServerOptions } from '@tus/server'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FILE_BYTES, UPLOADS_PATH } from '#shared/files.ts'
import { LOOSE_FILE_MS } from '#shared/limits.ts'
import { newId } from '../database/ids.ts'
import type { Db } from '../database/store.ts'
import { storedFile } from '../database/tables/jobs.ts'
import { refuse } from '../http/errors.ts'
import { guard } from '../http/feature.ts'
import type { Identify, Viewer } from '../http/identify.ts'
import { isStorable } from '../http/wire.ts'
import type { Services } from '../services.ts'
import { createUploadRoom, type LooseBytes, type Sender } from './upload-room.ts'

const folderOf = (dataDir: string) => join(dataDir, 'uploads')
const openFolder = (dataDir: string) =>
  new FileStore({ directory: folderOf(dataDir), expirationPeriodInMilliseconds: LOOSE_FILE_MS })

const MOST_BYTES = Math.max(...Object.values(FILE_BYTES))
/** Suffix of the file beside an upload that describes it. */
const KNOWN = '.json'

const isId = (text: string) => /^[0-9a-z]{20}$/.test(text)

/** The description of an upload of this account; undefined for anybody else's. */
async function uploadOf(dataDir: string, id: string, accountId: string) {
  if (!isId(id)) return undefined
  const upload = await openFolder(dataDir)
    .getUpload(id)
    .catch(() => undefined)
  return upload?.metadata?.account === accountId ? upload : undefined
}

/** Path of this account's upload on this machine, once all of it has arrived. */
export async function finishedUpload(
  dataDir: string,
  id: string,
  accountId: string,
): Promise<string | undefined> {
  const upload = await uploadOf(dataDir, id, accountId)
  return upload && upload.size === upload.offset ? join(folderOf(dataDir), id) : undefined
}

type Room = ReturnType<typeof createUploadRoom>
/** What is on its way in the folder of each deployment that this process serves. */
const rooms = new Map<string, Promise<Room>>()

/** Counts what an earlier life of the process left, once. */
async function openRoom(dataDir: string): Promise<Room> {
  const store = openFolder(dataDir)
  const room = createUploadRoom(async id =>
    store.getUpload(id).then(
      () => true,
      () => false,
    ),
  )
  for (const name of await readdir(folderOf(dataDir)).catch(() => [])) {
    const id = name.slice(0, -KNOWN.length)
    const upload = name.endsWith(KNOWN) ? await store.getUpload(id).catch(() => undefined) : undefined
    const { account: accountId, office: officeId } = upload?.metadata ?? {}
    if (upload && accountId && officeId) room.note(id, { accountId, officeId, size: upload.size ?? 0, at: 0 })
  }
  return room
}
function roomOf(dataDir: string): Promise<Room> {
  const known = rooms.get(dataDir) ?? openRoom(dataDir)
  rooms.set(dataDir, known)
  return known
}

/** Removes an upload that was stored or given up. What cannot be removed now is tidied up later. */
export async function forgetUpload(dataDir: string, id: string): Promise<void> {
  const room = await roomOf(dataDir)
  room.free(id)
  await openFolder(dataDir)
    .remove(id)
    .catch(() => undefined)
}

/**
 * Removes unfinished uploads and their descriptions. The library's own way stops at one left half written by a killed
 * process.
 */
export async function tidyUploads(dataDir: string): Promise<void> {
  const folder = folderOf(dataDir)
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    // Judged by when it began, whatever has arrived since.
    const known = name.endsWith(KNOWN) ? name : `${name}${KNOWN}`
    const begun = await stat(join(folder, known)).catch(() => stat(join(folder, name)).catch(() => undefined))
    if (begun && Date.now() - begun.mtimeMs > LOOSE_FILE_MS)
      await Promise.all(
        [known, known.slice(0, -KNOWN.length)].map(each => rm(join(folder, each), { force: true })),
      )
  }
}

/** Who sent a request, and the id it is about: a new upload's, or the one that was checked. For tus's callbacks. */
const senders = new WeakMap<object, Sender & { id: string }>()
const senderOf = (request: Parameters<NonNullable<ServerOptions['namingFunction']>>[0]) =>
  senders.get(request.runtime?.node?.req ?? request)

function tusServer(dataDir: string): Server {
  return new Server({
    path: UPLOADS_PATH,
    datastore: openFolder(dataDir),
    relativeLocation: true,
    maxSize: MOST_BYTES,
    // Only our own pages.
    allowedOrigins: () => false,
    namingFunction: request => senderOf(request)?.id ?? newId(),
    // The library would take it from whatever ends the address, a query too.
    getFileIdFromRequest: request => senderOf(request)?.id,
    onUploadCreate: async request => {
      const sender = senderOf(request)
      return { metadata: { account: sender?.accountId ?? '', office: sender?.officeId ?? '' } }
    },
    onResponseError: (_, error) =>
      'status_code' in error ? undefined : { status_code: 500, body: 'The upload failed\n' },
  })
}

/** Bytes that a person, and all people of their office, have kept and that belong to no record yet. */
async function looseBytes(db: Db, { accountId, officePath }: Viewer): Promise<LooseBytes> {
  const loose = and(
    eq(storedFile.officePath, officePath),
    eq(storedFile.purpose, 'people'),
    isNull(storedFile.attachedTo),
  )
  const isOwn = sql`${storedFile}.account_id = ${accountId}`
  const [row] = await db
    .select({
      person: sql<number>`coalesce(sum(${storedFile.size}) filter (where ${isOwn}), 0)::float8`,
      office: sql<number>`coalesce(sum(${storedFile.size}), 0)::float8`,
    })
    .from(storedFile)
    .where(loose)
  return row ?? { person: 0, office: 0 }
}

/**
 * Uploads in parts by the tus protocol: a part that did not arrive is sent again. Until it is stored, an upload belongs
 * to no record and has no type.
 */
export function mountUploads(app: FastifyInstance, services: Services, identify: Identify): void {
  const { dataDir } = services.config
  mkdirSync(folderOf(dataDir), { recursive: true, mode: 0o700 })
  // Also one that an earlier version made for everybody to read.
  chmodSync(folderOf(dataDir), 0o700)
  const tus = tusServer(dataDir)
  /** The id of a new upload, for which there is room. */
  const begun = async ({ headers }: FastifyRequest, viewer: Viewer): Promise<string> => {
    const id = newId()
    const [room, kept] = await Promise.all([
      roomOf(dataDir),
      looseBytes(services.store.scoped(viewer.scope), viewer),
    ])
    // One that does not say its size yet may have the most.
    await room.take(viewer, id, Number(headers['upload-length'] ?? MOST_BYTES) || 0, kept)
    return id
  }
  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    const { viewer } = request.caller
    const { id } = request.params as { id?: string }
    if (!viewer) throw refuse.unauthorized()
    const { accountId, officeId } = viewer
    if (id !== undefined && !(isStorable(id) && (await uploadOf(dataDir, id, accountId))))
      throw refuse.notFound()
    senders.set(request.raw, { accountId, officeId, id: id ?? (await begun(request, viewer)) })
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    await tus.handle(request.raw, reply.raw)
    if (id !== undefined && request.method === 'DELETE') (await roomOf(dataDir)).free(id)
  }
  const onRequest = guard({ method: 'POST', access: 'signedIn', inPerson: true }, services, identify)
  app.register(async inner => {
    inner.removeAllContentTypeParsers()
    // Bytes are passed to tus as they come.
    inner.addContentTypeParser('*', (_request, _payload, done) => done(null))
    inner.route({ method: 'POST', url: UPLOADS_PATH, onRequest, handler: handle })
    inner.route({
      method: ['HEAD', 'PATCH', 'DELETE'],
      url: `${UPLOADS_PATH}/:id`,
      onRequest,
      handler: handle,
    })
  })
}
