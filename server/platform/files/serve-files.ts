import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Store, SYSTEM } from '../database/store.ts'
import { storedFile } from '../database/tables/jobs.ts'
import { refuse } from '../http/errors.ts'
import { viewerOfAccount } from '../http/identify.ts'
import { isStorable } from '../http/wire.ts'
import type { Services } from '../services.ts'
import { fileOf, storeOf } from './file-store.ts'
import { mayShow } from './people-files.ts'
import { stillSees } from './sight.ts'
import { isSigned } from './signed-link.ts'
import { mayFetch } from './stored-files.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const CACHE = {
  result: 'private, no-store',
  upload: 'private, no-store',
  /** Its address stays the same for half of its ten minutes. */
  avatar: 'private, max-age=300',
  /** Its address is its own: another logo has another one. */
  logo: 'public, max-age=31536000, immutable',
  people: 'private, max-age=300',
}

/** Names of any language, and what old programs make of them. */
const disposition = (name: string): string =>
  `attachment; filename="${name.replace(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, found => `%${found.charCodeAt(0).toString(16).toUpperCase()}`)}`

type Purpose = typeof storedFile.$inferSelect.purpose

async function findRow(store: Store, id: string, purposes: Purpose[]) {
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

/** A file of people that this account still sees. */
async function findFor(store: Store, id: string, accountId: string) {
  const viewer = await viewerOfAccount(store, accountId)
  if (!viewer) return undefined
  const [file] = await store
    .scoped(viewer.scope)
    .select()
    .from(storedFile)
    .where(and(eq(storedFile.id, id), eq(storedFile.purpose, 'people')))
  return file && mayShow(viewer, file) ? file : undefined
}

/** What is public under its id, which nobody can guess: a logo, and the pictures of what is released. */
async function findPublic(store: Store, id: string) {
  const file = await findRow(store, id, ['logo', 'people'])
  const isPublic = file?.purpose === 'logo' || (file?.isReleased && file.type.startsWith('image/'))
  return isPublic ? file : undefined
}

/**
 * `/files/{id}?e=…&s=…`: an address that was signed for this file opens it for ten minutes, without a session. It ends
 * sooner when whom the file was made for loses the right to it, or a customer in it stops to share. A logo is public, and so are
 * the pictures of what is released.
 */
export function mountFiles(app: FastifyInstance, { store, config }: Services): void {
  const bytes = storeOf(config)
  app.get('/files/:id', { config: { isFile: true } }, async (request: FastifyRequest, reply) => {
    const { id: key } = request.params as { id: string }
    const { a, e, s } = request.query as Record<string, unknown>
    if (!isStorable(key)) throw refuse.notFound()
    const id = fileOf(key)
    const account = text(a)
    const isOurs = isSigned(config.appSecret, { id: key, a: account, e: text(e), s: text(s) })
    const file = await (!isOurs
      ? findPublic(store, id)
      : account
        ? findFor(store, id, account)
        : findSigned(store, id))
    // A picture that is small already stands for itself.
    const isSmall = key !== id && file?.hasSmall === true
    const content = file && (await bytes.read(isSmall ? key : id))
    if (!file || !content) throw refuse.notFound()
    return reply
      .headers({
        'content-type': isSmall ? 'image/jpeg' : file.type,
        'content-disposition': disposition(file.name),
        'x-content-type-options': 'nosniff',
        'cache-control': CACHE[file.purpose],
        'content-security-policy': "default-src 'none'; sandbox",
        ...(!isSmall && { 'content-length': file.size }),
      })
      .send(content)
  })
}
