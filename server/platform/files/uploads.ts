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

/** What is known of an upload lies beside it. */
const KNOWN = '.json'

const isId = (text: string) => /^[0-9a-z]{20}$/.test(text)

/** What is known of an upload of this account; undefined for everybody else's. */
async function uploadOf(dataDir: string, id: string, accountId: string) {
  if (!isId(id)) return undefined
  const upload = await openFolder(dataDir)
    .getUpload(id)
    .catch(() => undefined)
  return upload?.metadata?.account === accountId ? upload : undefined
}

/** Where an upload of this account lies on this machine, once all of it has arrived. */
export async function finishedUpload(
  dataDir: string,
  id: string,
  accountId: string,
): Promise<string | undefined> {
  const upload = await uploadOf(dataDir, id, accountId)
  return upload && upload.size === upload.offset ? join(folderOf(dataDir), id) : undefined
}

/** Takes away an upload that was kept, or given up. What cannot be taken away now is tidied away later. */
export async function forgetUpload(dataDir: string, id: string): Promise<void> {
  await openFolder(dataDir)
    .remove(id)
    .catch(() => undefined)
}

/**
 * Takes away uploads that nobody finished, each with what is known of it. The library's own way stops at one that a killed process
 * left in half.
 */
export async function tidyUploads(dataDir: string): Promise<void> {
  const folder = folderOf(dataDir)
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    // Begun so long ago, whatever has arrived since.
    const known = name.endsWith(KNOWN) ? name : `${name}${KNOWN}`
    const begun = await stat(join(folder, known)).catch(() => stat(join(folder, name)).catch(() => undefined))
    if (begun && Date.now() - begun.mtimeMs > LOOSE_FILE_MS)
      await Promise.all(
        [known, known.slice(0, -KNOWN.length)].map(each => rm(join(folder, each), { force: true })),
      )
  }
}

/** Whose request it is, for what tus asks of it. */
const senders = new WeakMap<object, string>()

function tusServer(dataDir: string): Server {
  return new Server({
    path: UPLOADS_PATH,
    datastore: openFolder(dataDir),
    relativeLocation: true,
    maxSize: Math.max(...Object.values(FILE_BYTES)),
    // Nobody but our own page.
    allowedOrigins: () => false,
    namingFunction: () => newId(),
    onUploadCreate: async request => ({
      metadata: { account: senders.get(request.runtime?.node?.req ?? request) ?? '' },
    }),
  })
}

/**
 * Uploads in parts, by the protocol of tus: a part that did not arrive is sent again. What arrived belongs to nobody's record
 * and is of no kind before it is kept.
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
    // The bytes go to tus as they come.
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
