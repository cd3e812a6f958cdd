import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Grant, grantsOf } from '#shared/permissions.ts'
import type { Severity } from '#shared/signals.ts'
import type { Text } from '#shared/text.ts'
import { newId } from '../database/ids.ts'
import type { Db } from '../database/store.ts'
import { noticeMessage } from '../database/tables/histories.ts'
import { account, accountRole, office, role } from '../database/tables/offices.ts'

const NEEDED: Grant = 'house_alarm:query'

interface Place {
  officePath: string
  /** Path of the customer. */
  farmPath: string
}

/** The people of the customer who see the houses and hold alarms; nobody of a customer that is disabled. */
async function receivers(db: Db, { officePath, farmPath }: Place) {
  const rows = await db
    .select({ id: account.id, officePath: account.officePath, permissions: role.permissions })
    .from(account)
    .innerJoin(office, and(eq(office.path, farmPath), isNull(office.disabledAt)))
    .innerJoin(accountRole, eq(accountRole.accountId, account.id))
    .innerJoin(role, eq(role.id, accountRole.roleId))
    .where(
      and(
        isNull(account.deletedAt),
        isNull(account.disabledAt),
        eq(account.kind, 2),
        sql`starts_with(${officePath}, ${account.officePath})`,
        sql`starts_with(${account.officePath}, ${farmPath})`,
      ),
    )
  const told = rows.filter(({ permissions }) => grantsOf(permissions).has(NEEDED))
  return [...new Map(told.map(({ id, officePath }) => [id, officePath]))]
}

/** Writes a message about an alarm to everybody it concerns. Returns their accounts. */
export async function writeNotices(
  db: Db,
  place: Place,
  { alarmId, level, title }: { alarmId: string; level: Severity; title: Text },
): Promise<string[]> {
  const people = await receivers(db, place)
  if (people.length === 0) return []
  await db.insert(noticeMessage).values(
    people.map(([accountId, officePath]) => ({
      ...{ id: newId(), accountId, officePath, title, level },
      ...({ messageType: 'device_alarm', businessType: 'alarm', subjectId: alarmId } as const),
    })),
  )
  return people.map(([accountId]) => accountId)
}
