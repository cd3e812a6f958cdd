import { randomBytes } from 'node:crypto'
import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { type dataScreen, WALLS_MAX, type Wall } from '#shared/contracts/data-screen.ts'
import { newId } from '../../platform/database/ids.ts'
import type { Db } from '../../platform/database/store.ts'
import { apiToken } from '../../platform/database/tables/personal.ts'
import type { Call } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { API_TOKEN_PREFIX, hashToken, type Viewer } from '../../platform/http/identify.ts'
import { removeRow } from '../../platform/records/rows.ts'

/** A wall runs until somebody revokes it. Years */
const GOOD_FOR = 10

const own = ({ accountId }: Viewer) => and(eq(apiToken.accountId, accountId), eq(apiToken.isWall, true))
const shown = ({ id, name, createdAt, lastUsedAt }: typeof apiToken.$inferSelect): Wall => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

/** A person's walls, newest first. */
export async function wallsOf(db: Db, viewer: Viewer): Promise<Wall[]> {
  const rows = await db.select().from(apiToken).where(own(viewer)).orderBy(desc(apiToken.createdAt))
  return rows.map(shown)
}

/** Sets up a wall. It ends when it is revoked, or with its owner. */
export async function createWall({ db, viewer, body }: Call<(typeof dataScreen)['createWall']>) {
  // One at a time per person, or two at once would each pass as the last one allowed.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`walls of ${viewer.accountId}`}, 0))`)
  if ((await db.$count(apiToken, and(own(viewer), gt(apiToken.expiresAt, sql`now()`)))) >= WALLS_MAX)
    throw refuse.invalid([], ['token.tooMany', { limit: WALLS_MAX }])
  const token = API_TOKEN_PREFIX + randomBytes(32).toString('base64url')
  const [made] = await db
    .insert(apiToken)
    .values({
      id: newId(),
      accountId: viewer.accountId,
      officePath: viewer.officePath,
      name: body.name,
      permissions: [{ permissionId: 'retech_datav', actionList: ['query'] }],
      isWall: true,
      expiresAt: sql`now() + make_interval(years => ${GOOD_FOR})`,
      tokenHash: hashToken(token),
    })
    .returning()
  if (!made) throw new Error('An insert without a row')
  return { ...shown(made), token }
}

/** Revokes a wall: it goes dark at once. */
export async function removeWall(call: Call<(typeof dataScreen)['removeWall']>): Promise<null> {
  const { viewer, params, services, afterwards } = call
  const isIt = and(own(viewer), eq(apiToken.id, params.id))
  const removed = await removeRow(call, apiToken, isIt, ({ name }) => ({ name }))
  if (!removed) throw refuse.notFound()
  afterwards(() => services.events.emit('access', { accountIds: [viewer.accountId] }))
  return null
}
