import { randomBytes } from 'node:crypto'
import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { API_TOKEN_DAYS, API_TOKENS_MAX, type ApiToken, apiTokens } from '#shared/contracts/api-tokens.ts'
import { grantsOf, grantsOfToken } from '#shared/permissions.ts'
import { dateIn, endOfDay, lastDay } from '#shared/zone-time.ts'
import { newId } from '../../platform/database/ids.ts'
import { apiToken } from '../../platform/database/tables/personal.ts'
import type { Call } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import { API_TOKEN_PREFIX, hashToken, type Viewer } from '../../platform/http/identify.ts'
import { removeRow } from '../../platform/records/rows.ts'

const DAY_MS = 86_400_000

/** Wall tokens are managed on the data screen. */
const own = ({ accountId }: Viewer) => and(eq(apiToken.accountId, accountId), eq(apiToken.isWall, false))
const shown = (
  { id, name, permissions, ...at }: typeof apiToken.$inferSelect,
  { timeZone }: Viewer,
): ApiToken => ({
  id,
  name,
  permissions,
  createdAt: at.createdAt.toISOString(),
  lastUsedAt: at.lastUsedAt?.toISOString() ?? null,
  expiresAt: at.expiresAt.toISOString(),
  endsOn: lastDay(at.expiresAt.getTime(), timeZone),
})

/** The end of a day by the owner's clock, at most as far ahead as tokens may last. */
function lastMoment(day: string, { timeZone }: Viewer): Date {
  const now = Date.now()
  // Compared as a day: too far ahead, the end may not be representable.
  const isNear = day <= dateIn(timeZone, now + API_TOKEN_DAYS * DAY_MS)
  const end = isNear ? endOfDay(day, timeZone) : now
  if (end <= now)
    throw refuse.invalid([{ field: 'endsOn', message: ['token.end', { days: API_TOKEN_DAYS }] }])
  return new Date(end)
}

async function create({ db, viewer, body }: Call<(typeof apiTokens)['create']>) {
  const { name, endsOn, permissions } = body
  const expiresAt = lastMoment(endsOn, viewer)
  const asked = grantsOf(permissions)
  const given = grantsOfToken(viewer.grants, permissions)
  if (asked.size === 0 || [...asked].some(grant => !given.has(grant)))
    throw refuse.invalid([{ field: 'permissions', message: 'token.beyond' }])
  // One at a time per person, or two at once would each pass as the last one allowed.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`tokens of ${viewer.accountId}`}, 0))`)
  const count = await db.$count(apiToken, and(own(viewer), gt(apiToken.expiresAt, sql`now()`)))
  if (count >= API_TOKENS_MAX) throw refuse.invalid([], ['token.tooMany', { limit: API_TOKENS_MAX }])
  const token = API_TOKEN_PREFIX + randomBytes(32).toString('base64url')
  const { accountId, officePath } = viewer
  const [made] = await db
    .insert(apiToken)
    .values({
      id: newId(),
      accountId,
      officePath,
      name,
      permissions,
      expiresAt,
      tokenHash: hashToken(token),
    })
    .returning()
  if (!made) throw new Error('An insert without a row')
  return { ...shown(made, viewer), token }
}

export const apiTokensFeature = feature('api-tokens', apiTokens, {
  list: async ({ db, viewer }) => {
    const rows = await db.select().from(apiToken).where(own(viewer)).orderBy(desc(apiToken.createdAt))
    return rows.map(row => shown(row, viewer))
  },
  create,
  remove: async call => {
    const { viewer, params, services, afterwards } = call
    const isIt = and(own(viewer), eq(apiToken.id, params.id))
    const removed = await removeRow(call, apiToken, isIt, ({ name }) => ({ name }))
    if (!removed) throw refuse.notFound()
    afterwards(() => services.events.emit('access', { accountIds: [viewer.accountId] }))
    return null
  },
})
