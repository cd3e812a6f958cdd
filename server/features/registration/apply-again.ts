import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { CUSTOMER } from '#shared/permissions.ts'
import { isHeld } from '../../people/customers/held.ts'
import { noteChanges } from '../../people/customers/note-changes.ts'
import type { Db } from '../../platform/database/store.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import { account, office } from '../../platform/database/tables/offices.ts'
import type { application } from '../../platform/database/tables/registration.ts'
import { changeRows } from '../../platform/records/rows.ts'

/**
 * Condition on an account joined with its customer: it has this address and was refused, which only another application
 * ends.
 */
export const mayApplyAgain = (emailKey: string): SQL =>
  sql`coalesce(${and(
    eq(account.emailKey, emailKey),
    eq(account.kind, CUSTOMER),
    isNull(account.deletedAt),
    isNull(account.disabledAt),
    // An account opened by somebody above the farm could otherwise get a chosen password this way.
    sql`not ${isHeld()}`,
    eq(customer.approval, 'rejected'),
    isNull(customer.deletedAt),
    isNull(customer.disabledAt),
  )}, false)`

/**
 * Puts the refused customer with the application's address back to waiting for approval, with the new data, the password
 * too: whoever confirmed the address could ask for a new password as well. Returns its id; null if nobody was refused.
 */
export async function applyAgain(
  db: Db,
  { emailKey, form, language, passwordHash }: typeof application.$inferSelect,
): Promise<string | null> {
  const [found] = await db
    .select({ owner: account, refused: customer })
    .from(account)
    .innerJoin(customer, eq(customer.officePath, account.officePath))
    .where(mayApplyAgain(emailKey))
    .for('update')
  if (!found) return null
  const { owner, refused } = found
  const { chineseName, englishName, contact, phone, email, country, city } = form
  const given = { contact, phone, email, country, city, approval: 'pending' as const, refusedBecause: null }
  const names = { chineseName, englishName }
  await changeRows(db, office, eq(office.id, refused.officeId), names)
  await changeRows(db, customer, eq(customer.officeId, refused.officeId), {
    ...given,
    appliedHouseType: form.houseType,
    appliedHouseCount: form.houseCount,
  })
  await changeRows(db, account, eq(account.id, owner.id), {
    actualName: contact,
    phone,
    language,
    passwordHash,
    mustChangePassword: false,
    mailedPasswordHash: null,
    mailedPasswordUntil: null,
  })
  await noteChanges(db, {
    officePath: refused.officePath,
    before: refused,
    after: { ...names, ...given },
    actor: { accountId: owner.id, actualName: contact, kind: CUSTOMER, officePath: owner.officePath },
  })
  return refused.officeId
}
