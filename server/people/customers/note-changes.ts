import { eq } from 'drizzle-orm'
import { type Changer, loggedItems } from '#shared/customers.ts'
import { AGENT, STAFF } from '#shared/permissions.ts'
import type { Text } from '#shared/text.ts'
import type { Db } from '../../platform/database/store.ts'
import { customerChange } from '../../platform/database/tables/customers.ts'
import { accountRole, role } from '../../platform/database/tables/offices.ts'
import type { Viewer } from '../../platform/http/identify.ts'

type Item = (typeof loggedItems)[number]
/** Some fields of a customer as stored in the update log: dates, codes and texts. */
export type Known = Partial<Record<Item, unknown>>

interface Change {
  /** Path of the customer's office. */
  officePath: string
  before: Known
  after: Known
  /** Null: the system itself. */
  actor: Pick<Viewer, 'accountId' | 'actualName' | 'kind' | 'officePath'> | null
}

/** To a reader, absent, empty and null are the same. */
const plain = (value: unknown) => (value === undefined || value === '' ? null : value)
const differ = (before: unknown, after: unknown) => JSON.stringify(before) !== JSON.stringify(after)

function changerOf(actor: Change['actor'], officePath: string): Changer {
  if (actor === null) return 'system'
  if (actor.kind === STAFF) return 'staff'
  return actor.kind === AGENT || !actor.officePath.startsWith(officePath) ? 'agent' : 'owner'
}

async function rolesOf(db: Db, accountId: string): Promise<Text | null> {
  const rows = await db
    .select({ 'en-US': role.englishName, 'zh-CN': role.chineseName })
    .from(accountRole)
    .innerJoin(role, eq(role.id, accountRole.roleId))
    .where(eq(accountRole.accountId, accountId))
    .orderBy(role.id)
  if (rows.length === 0) return null
  return {
    'en-US': rows.map(names => names['en-US'] || names['zh-CN']).join(', '),
    'zh-CN': rows.map(names => names['zh-CN'] || names['en-US']).join('、'),
  }
}

/**
 * Writes an update log row for each field that differs, in the transaction of the change. Everything that changes a
 * customer calls it; only the items named in `after` are compared.
 */
export const noteChanges = (db: Db, { officePath, ...change }: Change): Promise<void> =>
  noteSameChanges(db, [officePath], change)

/** Customers per statement. */
const AT_ONCE = 1_000

/** The same for several customers that all have these values before and after. */
export async function noteSameChanges(
  db: Db,
  officePaths: readonly string[],
  { before, after, actor }: Omit<Change, 'officePath'>,
): Promise<void> {
  const changed = loggedItems.filter(item => item in after && differ(plain(before[item]), plain(after[item])))
  if (changed.length === 0) return
  const who = {
    actorId: actor?.accountId ?? null,
    actorName: actor?.actualName ?? null,
    actorRole: actor && (await rolesOf(db, actor.accountId)),
  }
  for (let from = 0; from < officePaths.length; from += AT_ONCE)
    await db.insert(customerChange).values(
      officePaths.slice(from, from + AT_ONCE).flatMap(officePath =>
        changed.map(item => ({
          officePath,
          item,
          ...who,
          by: changerOf(actor, officePath),
          before: plain(before[item]),
          after: plain(after[item]),
        })),
      ),
    )
}
