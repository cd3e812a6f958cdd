import { and, eq, sql } from 'drizzle-orm'
import { contractOf } from '#shared/contracts/customers.ts'
import type { registration } from '#shared/contracts/registration.ts'
import { CUSTOMER, type Grant } from '#shared/permissions.ts'
import { bothNames, languages, type Text } from '#shared/text.ts'
import { openAccount } from '../../people/accounts/open-account.ts'
import { decidersOf } from '../../people/customers/people.ts'
import { tell } from '../../people/notices/tell.ts'
import { notingNobody } from '../../people/notices/unreached.ts'
import { newId } from '../../platform/database/ids.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'
import { type Db, SYSTEM } from '../../platform/database/store.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import { operationHistory } from '../../platform/database/tables/histories.ts'
import { account, role } from '../../platform/database/tables/offices.ts'
import { application } from '../../platform/database/tables/registration.ts'
import type { Call } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/http/errors.ts'
import { hashToken } from '../../platform/http/identify.ts'
import { say } from '../../platform/http/texts.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { applyAgain } from './apply-again.ts'

type Confirm = Call<(typeof registration)['confirm']>
type Row = typeof application.$inferSelect

/**
 * Confirms the address of an application: it becomes a customer that waits for approval, with its owner's account, or puts
 * the refused one back to waiting; approvers are told. A second confirmation changes nothing.
 */
export async function confirm({
  services,
  body,
  ip,
}: Confirm): Promise<{ state: 'confirmed' | 'known' | 'expired' }> {
  const told: string[] = []
  try {
    await services.store.transaction(SYSTEM, async db => {
      const row = await findOpen(db, body.token)
      if (row.confirmedAt) return
      const again = await applyAgain(db, row)
      const officeId = again ?? (await addCustomer(db, row))
      await db
        .update(application)
        // The account now has everything it needs.
        .set({ confirmedAt: new Date(), officeId, passwordHash: '-' })
        .where(eq(application.id, row.id))
      const title = titleOf(row, again !== null)
      await noteApplication(db, row, { officeId, title, ip })
      told.push(...(await tellAll(db, row, officeId, title)))
    })
  } catch (error) {
    if (error instanceof Expired) return { state: 'expired' }
    // Meanwhile the address has an account, from another application or opened by staff.
    if (error instanceof Refusal && error.refused.status === 400) return { state: 'known' }
    throw error
  }
  if (told.length > 0) services.events.emit('notice', { accountIds: told })
  return { state: 'confirmed' }
}

/** No application waits under this token, or no longer. */
class Expired extends Error {
  override name = 'Expired'
}

async function findOpen(db: Db, token: string): Promise<Row> {
  const [row] = await db
    .select()
    .from(application)
    .where(eq(application.tokenHash, hashToken(token)))
    .for('update')
  if (!row || (!row.confirmedAt && row.expiresAt.getTime() < Date.now())) throw new Expired()
  return row
}

/** Office, customer and the owner's account, who signs in with the address. */
async function addCustomer(db: Db, { form, language, passwordHash }: Row): Promise<string> {
  const id = newId()
  const { rows } = await db.execute<{ path: string }>(sql`
    with parent as (select id, time_zone from office where path = ${ROOT_PATH}),
      named as (select nextval('office_number_seq')::int as number)
    insert into office (id, number, parent_id, path, farm_path, kind, chinese_name, english_name, time_zone)
      overriding system value
    select ${id}, number, parent.id, ${ROOT_PATH} || number || '.', ${ROOT_PATH} || number || '.', 'customer',
      ${form.chineseName}, ${form.englishName}, time_zone from parent, named
    returning path`)
  const path = rows[0]?.path
  if (!path) throw new Error('There is no provider')
  const { contact, email, phone, country, city } = form
  await db.insert(customer).values({
    officeId: id,
    officePath: path,
    stage: 'trial',
    approval: 'pending',
    contact,
    email,
    phone,
    country,
    city,
    appliedHouseType: form.houseType,
    appliedHouseCount: form.houseCount,
  })
  const roles = await db.select({ id: role.id }).from(role).where(eq(role.key, 'trial'))
  await openAccount(db, {
    office: { id, path },
    username: email,
    email,
    actualName: contact,
    phone,
    kind: CUSTOMER,
    language,
    passwordHash,
    roleIds: roles.map(({ id }) => id),
  })
  return id
}

/** The fields of an application that are reported and stored. */
function titleOf({ form }: Row, isAgain: boolean): Text {
  const company = bothNames(form)
  const message = isAgain ? 'registration.arrivedAgain' : 'registration.arrived'
  const said = languages.map(of => [of, say(of, [message, { company: company[of] }])])
  return Object.fromEntries(said) as Text
}

/** The operation history names the applicant, as for every other change. */
async function noteApplication(
  db: Db,
  { form, emailKey }: Row,
  { officeId, title, ip }: { officeId: string; title: Text; ip: string },
): Promise<void> {
  const [owner] = await db
    .select({ id: account.id, officePath: account.officePath })
    .from(account)
    .where(and(eq(account.officeId, officeId), eq(account.emailKey, emailKey)))
  if (!owner) throw new Error('An application without an account')
  await db.insert(operationHistory).values({
    officePath: owner.officePath,
    subjectPath: owner.officePath,
    actorId: owner.id,
    ip,
    actorName: form.contact,
    module: 'trial-customers',
    type: 'apply',
    recordId: officeId,
    description: title,
    before: null,
    after: form,
  })
}

/** Tells the applicant by mail and the approvers by a message; returns their accounts. */
async function tellAll(db: Db, { form, language }: Row, officeId: string, title: Text): Promise<string[]> {
  const company = bothNames(form)
  await queueMail(db, {
    to: form.email,
    language,
    template: 'applicationReceived',
    values: { name: form.contact, company: company[language], username: form.email },
  })
  const grants: readonly Grant[] = [contractOf.trial.approve.access]
  const deciders = await decidersOf(db, grants)
  const path = ROOT_PATH
  const staff = await notingNobody(db, deciders, { side: 'provider', path, business: 'approval', grants })
  return tell(db, staff, {
    title,
    level: 'info',
    messageType: 'to_do',
    businessType: 'approval',
    subjectId: officeId,
  })
}
