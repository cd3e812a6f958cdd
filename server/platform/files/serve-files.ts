import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Store, SYSTEM } from '../database/store.ts'
import { storedFile } from '../database/tables/jobs.ts'
import { refuse } from '../http/errors.ts'
import { viewerOfAccount } from '../http/identify.ts'
import { isStorable } from '../http/wire.ts'
import type { Services } from '../services.ts'
import { disposition, partOf } from './file-answers.ts'
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
  /** Another logo has another address. */
  logo: 'public, max-age=31536000, immutable',
  people: 'private, max-age=300',
}

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
 * The file, as long as the person it was made for still holds the right and sees what it shows. An avatar shows nothing
 * of a farm: anybody given its address may look at it.
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

/** Files that are public under an unguessable id: logos, and the pictures and videos of released records. */
async function findPublic(store: Store, id: string) {
  const file = await findRow(store, id, ['logo', 'people'])
  const isPublic = file?.purpose === 'logo' || (file?.isReleased && /^(?:image|video)\//.test(file.type))
  return isPublic ? file : undefined
}

/**
 * `/files/{id}?e=…&s=…`: a signed address opens its file for ten minutes without a session; less if the person it was
 * made for loses the right to it or a customer in it stops sharing. Logos are public, and so are the pictures and videos
 * of released records. Players ask for parts of a video; some play none that arrives whole.
 */
export function mountFiles(app: FastifyInstance, { store, config }: Services): void {
  const bytes = storeOf(config)
  app.get('/files/:id', { config: { limitedAs: 'file' } }, async (request: FastifyRequest, reply) => {
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
    // A picture that is small already is its own thumbnail.
    const isSmall = key !== id && file?.hasSmall === true
    const part = file && !isSmall ? partOf(request.headers.range, file.size) : undefined
    if (file && part === null) return reply.code(416).header('content-range', `bytes */${file.size}`).send()
    const content = file && (await bytes.read(isSmall ? key : id, part ?? undefined))
    if (!file || !content) throw refuse.notFound()
    return reply
      .code(part ? 206 : 200)
      .headers({
        'content-type': isSmall ? 'image/jpeg' : file.type,
        'content-disposition': disposition(file.name),
        'x-content-type-options': 'nosniff',
        'cache-control': CACHE[file.purpose],
        'content-security-policy': "default-src 'none'; sandbox",
        ...(!isSmall && { 'content-length': file.size, 'accept-ranges': 'bytes' }),
        ...(part && {
          'content-length': part.to - part.from + 1,
          'content-range': `bytes ${part.from}-${part.to}/${file.size}`,
        }),
      })
      .send(content)
  })
}
