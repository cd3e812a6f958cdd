import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Store, SYSTEM } from '../database/store.ts'
import { storedFile } from '../database/tables/jobs.ts'
import { refuse } from '../http/errors.ts'
import { viewerOfAccount } from '../http/identify.ts'
import { isStorable } from '../http/wire.ts'
import type { Services } from '../services.ts'
import { stillSees } from './sight.ts'
import { isSigned } from './signed-link.ts'
import { filesFolder, mayFetch } from './stored-files.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const CACHE = {
  result: 'private, no-store',
  upload: 'private, no-store',
  /** Its address stays the same for half of its ten minutes. */
  avatar: 'private, max-age=300',
  /** Its address is its own: another logo has another one. */
  logo: 'public, max-age=31536000, immutable',
}

/** Names of any language, and what old programs make of them. */
const disposition = (name: string): string =>
  `attachment; filename="${name.replace(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, found => `%${found.charCodeAt(0).toString(16).toUpperCase()}`)}`

async function findRow(store: Store, id: string, purposes: ('result' | 'avatar' | 'logo')[]) {
  const [file] = await store
    .scoped(SYSTEM)
    .select()
    .from(storedFile)
    .where(
      and(eq(storedFile.id, id), inArray(storedFile.purpose, purposes), gt(storedFile.expiresAt, sql`now()`)),
    )
  return file
}

/**
 * The file, as long as whom it was made for may still do so and sees what it shows. Somebody's picture shows nothing of
 * a farm: whoever was given its address may look at it.
 */
async function findSigned(store: Store, id: string) {
  const file = await findRow(store, id, ['result', 'avatar'])
  if (file?.purpose === 'avatar') return file
  const viewer = file?.accountId && (await viewerOfAccount(store, file.accountId))
  if (!viewer || !mayFetch(viewer, file)) return undefined
  return (await stillSees(store, viewer, file)) ? file : undefined
}

/**
 * `/files/{id}?e=…&s=…`: an address that was signed for this file opens it for ten minutes, without a session. It ends
 * sooner when whom the file was made for loses the right to it, or a customer in it stops to share. A logo is public.
 */
export function mountFiles(app: FastifyInstance, { store, config }: Services): void {
  app.get('/files/:id', { config: { isOpen: true } }, async (request: FastifyRequest, reply) => {
    const { id } = request.params as { id: string }
    const { e, s } = request.query as Record<string, unknown>
    if (!isStorable(id)) throw refuse.notFound()
    const file = isSigned(config.appSecret, { id, e: text(e), s: text(s) })
      ? await findSigned(store, id)
      : await findRow(store, id, ['logo'])
    const handle = file && (await open(join(filesFolder(config.dataDir), id)).catch(() => undefined))
    if (!file || !handle) throw refuse.notFound()
    return reply
      .headers({
        'content-type': file.type,
        'content-length': file.size,
        'content-disposition': disposition(file.name),
        'x-content-type-options': 'nosniff',
        'cache-control': CACHE[file.purpose],
        'content-security-policy': "default-src 'none'; sandbox",
      })
      .send(createReadStream('', { fd: handle, autoClose: true }))
  })
}
