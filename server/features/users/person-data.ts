import { eq, sql } from 'drizzle-orm'
import { tellingLostDuties } from '../../farm/alarms/lost-duties.ts'
import { keepingAnAdministrator } from '../../people/accounts/last-administrator.ts'
import { keepingFarmsHeard } from '../../people/accounts/last-listener.ts'
import { tellFarm } from '../../people/customers/tell-farm.ts'
import { userData } from '../../people/personal-data/person-workbook.ts'
import { storedFile } from '../../platform/database/tables/jobs.ts'
import { removeFiles } from '../../platform/files/file-store.ts'
import { refuse } from '../../platform/http/errors.ts'
import { exporting } from '../../platform/jobs/requests.ts'
import { refuseOneself } from './administration.ts'
import { openPerson, type UserCall } from './user-changes.ts'

/** Starts the file of all data kept about a user, even a deleted one. */
export async function exportUserData(call: UserCall) {
  const { row } = await openPerson(call, ({ username }) => ({ username }))
  return exporting(userData)({ ...call, body: { id: row.id } })
}

/** Erases a user, even a deleted one: the history says that it was done, but not who it was. */
export async function eraseUser(call: UserCall) {
  const { db, viewer, services } = call
  refuseOneself(call)
  const { row, shown } = await openPerson(call, () => ({ name: '', isErased: false }))
  // Otherwise, by erasing working owners, everybody who is told of and confirms changes from above the farm could be
  // removed.
  if (shown.isBeyond && row.deletedAt === null && row.erasureAskedAt === null)
    throw refuse.forbidden('user.erase.ownerAsks')
  await tellFarm(call, row.officePath, { what: 'erased' })
  const files = await db
    .select({ id: storedFile.id })
    .from(storedFile)
    .where(eq(storedFile.accountId, row.id))
  return keepingAnAdministrator(call, () =>
    keepingFarmsHeard(call, row, () =>
      tellingLostDuties(call, [{ id: row.id, actualName: null }], async () => {
        const { rows } = await db.execute<{ name: string }>(
          sql`select erase_person(${row.id}, ${viewer.accountId}) as name`,
        )
        call.afterwards(() =>
          removeFiles(
            services.config,
            files.map(({ id }) => id),
          ),
        )
        return { name: rows[0]?.name ?? '', isErased: true }
      }),
    ),
  )
}
