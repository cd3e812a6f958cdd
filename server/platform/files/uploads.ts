import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FILE_BYTES, UPLOADS_PATH } from '#shared/files.ts'
import { LOOSE_FILE_MS } from '#shared/limits.ts'
import { newId } from '../database/ids.ts'
import { refuse } from '../http/errors.ts'
import { guard } from '../http/feature.ts'
import type { Identify } from '../http/identify.ts'
import { isStorable } from '../http/wire.ts'
import type { Services } from '../services.ts'

const folderOf = (dataDir: string) => join(dataDir, 'uploads')
const openFolder = (dataDir: string) =>
  new FileStore({ directory: folderOf(dataDir), expirationPeriodInMilliseconds: LOOSE_FILE_MS })

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

/** Removes an upload that was stored or given up. What cannot be removed now is tidied up later. */
export async function forgetUpload(dataDir: string, id: string): Promise<void> {
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

/** Who sent a request, for tus's callbacks. */
const senders = new WeakMap<object, string>()

function tusServer(dataDir: string): Server {
  return new Server({
    path: UPLOADS_PATH,
    datastore: openFolder(dataDir),
    relativeLocation: true,
    maxSize: Math.max(...Object.values(FILE_BYTES)),
    // Only our own pages.
    allowedOrigins: () => false,
    namingFunction: () => newId(),
    onUploadCreate: async request => ({
      metadata: { account: senders.get(request.runtime?.node?.req ?? request) ?? '' },
    }),
  })
}

/**
 * Uploads in parts by the tus protocol: a part that did not arrive is sent again. Until it is stored, an upload belongs
 * to no record and has no type.
 */
export function mountUploads(app: FastifyInstance, services: Services, identify: Identify): void {
  const { dataDir } = services.config
  const tus = tusServer(dataDir)
  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    const { accountId } = request.caller.viewer ?? {}
    const { id } = request.params as { id?: string }
    if (!accountId) throw refuse.unauthorized()
    if (id !== undefined && !(isStorable(id) && (await uploadOf(dataDir, id, accountId))))
      throw refuse.notFound()
    senders.set(request.raw, accountId)
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    await tus.handle(request.raw, reply.raw)
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
