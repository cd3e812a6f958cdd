import { sql } from 'drizzle-orm'
import { type Kind, STAFF } from '#shared/permissions.ts'
import type { Db } from '../../platform/database/store.ts'
import { refuse } from '../../platform/http/errors.ts'

/** Whoever holds both can give back any staff right that somebody lost. */
const NEEDED = ['user_manage', 'role_manage'] as const

/** Whether an enabled staff account has roles with all of this, for the whole provider. */
async function hasAdministrator(db: Db): Promise<boolean> {
  const holds = NEEDED.map(permissionId => {
    const held = JSON.stringify([{ permissionId, actionList: ['edit'] }])
    return sql`exists (select from account_role ar join role r on r.id = ar.role_id
      where ar.account_id = a.id and r.permissions @> ${held}::jsonb)`
  })
  // A disabled or deleted node closes the departments in it. The search ends at the first suitable account.
  const { rows } = await db.execute<{ found: boolean }>(sql`
    with recursive closed as (
      select id from office
      where kind in ('provider', 'department') and farm_path is null
        and (disabled_at is not null or deleted_at is not null)
      union
      select o.id from office o join closed c on o.parent_id = c.id where o.kind = 'department'
    )
    select exists (
      select from account a join office o on o.id = a.office_id
      where a.kind = ${STAFF} and a.disabled_at is null and a.deleted_at is null
        and a.office_id not in (select id from closed) and ${sql.join(holds, sql` and `)}
        and (o.parent_id is null or exists (
          select from account_role ar join role r on r.id = ar.role_id
          where ar.account_id = a.id and not r.department_only))
    ) as found`)
  return rows[0]?.found ?? false
}

/**
 * Does work that could take rights from staff (their roles, accounts or departments) and refuses it, with its transaction,
 * if it would remove the last account that can give rights: nobody could give any back. Such changes run one at a time, so
 * that two administrators cannot remove each other at the same moment.
 */
export async function keepingAnAdministrator<T>(
  { db, viewer }: { db: Db; viewer: { kind: Kind } },
  work: () => Promise<T>,
): Promise<T> {
  // Nobody else can reach a staff account: their scope ends below.
  if (viewer.kind !== STAFF) return work()
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`)
  const before = await hasAdministrator(db)
  const result = await work()
  if (before && !(await hasAdministrator(db))) throw refuse.forbidden('account.lastAdministrator')
  return result
}
