import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { OwnerForm } from '#shared/contracts/customer-forms.ts'
import type { Stage } from '#shared/customers.ts'
import { CUSTOMER, STAFF } from '#shared/permissions.ts'
import type { Language } from '#shared/text.ts'
import { openAccount } from '../../people/accounts/open-account.ts'
import { holdFor } from '../../people/customers/hold.ts'
import type { Known } from '../../people/customers/note-changes.ts'
import { tellFarm } from '../../people/customers/tell-farm.ts'
import type { Db } from '../../platform/database/store.ts'
import { account, accountRole, role } from '../../platform/database/tables/offices.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { Refusal, refuse } from '../../platform/http/errors.ts'
import type { FoundCustomer } from './customers.queries.ts'

/** The built-in role of a customer's owner. */
const roleOf = { formal: 'owner', trial: 'trial' } as const satisfies Record<Stage, string>

/** The account the customer was made with: the first of its own node. */
export async function ownerOf(db: Db, { row }: FoundCustomer) {
  const [found] = await db
    .select()
    .from(account)
    .where(and(eq(account.officeId, row.officeId), eq(account.kind, CUSTOMER), isNull(account.deletedAt)))
    .orderBy(asc(account.createdAt), asc(account.id))
    .limit(1)
  return found
}

/** Whom the product made owners at the customer's own node, the first one first; else the account it was made with. */
export async function ownersNow(db: Db, found: FoundCustomer) {
  const holders = await db
    .select()
    .from(account)
    .where(
      and(
        eq(account.officeId, found.row.officeId),
        eq(account.kind, CUSTOMER),
        isNull(account.deletedAt),
        sql`exists (select from ${accountRole} given join ${role} r on r.id = given.role_id
          where given.account_id = ${account.id} and r.key in ('owner', 'trial'))`,
      ),
    )
    .orderBy(asc(account.createdAt), asc(account.id))
  if (holders.length > 0) return holders
  const first = await ownerOf(db, found)
  return first ? [first] : []
}

const names = { 'en-US': role.englishName, 'zh-CN': role.chineseName }

/**
 * Gives the owners the role of a formal or trial customer in the place of the other, and answers what the update log says
 * of it: of a trial that somebody has left, whoever followed is an owner as well. It is the product that gives it, by the state of the customer: what whoever approves holds does not matter.
 */
export async function giveRole(
  db: Db,
  found: FoundCustomer,
  stage: Stage,
  to?: { id: string; officePath: string },
): Promise<{ before?: Known; after?: Known }> {
  const known = await db
    .select({ id: role.id, key: role.key, names })
    .from(role)
    .where(inArray(role.key, Object.values(roleOf)))
  const wanted = known.find(({ key }) => key === roleOf[stage])
  const either = known.map(({ id }) => id)
  const owners = to ? [to] : await ownersNow(db, found)
  if (owners.length === 0 || !wanted) return {}
  const { accountId, roleId } = accountRole
  const ids = owners.map(({ id }) => id)
  const had = await db
    .delete(accountRole)
    .where(and(inArray(accountId, ids), inArray(roleId, either)))
    .returning({ id: roleId })
  await db
    .insert(accountRole)
    .values(owners.map(({ id, officePath }) => ({ accountId: id, roleId: wanted.id, officePath })))
  const before = known.find(({ id }) => had.some(row => row.id === id))
  return { before: { ownerRole: before?.names ?? null }, after: { ownerRole: wanted.names } }
}

/** Where people read Chinese. */
const CHINESE = ['CN', 'HK', 'MO', 'TW']
export const languageOf = ({ row }: FoundCustomer): Language =>
  CHINESE.includes(row.country ?? '') ? 'zh-CN' : 'en-US'

const fieldOf: Readonly<Record<string, string>> = { username: 'ownerLogin', email: 'ownerEmail' }

/** What is wrong with the account, by the fields of the form it was asked for with. */
function byOwnFields(error: unknown): never {
  if (!(error instanceof Refusal) || !error.refused.faults) throw error
  const faults = error.refused.faults.map(({ field, message }) => ({
    field: fieldOf[field] ?? field,
    message,
  }))
  throw refuse.invalid(faults)
}

/**
 * Opens the account of a customer's owner. Where the customer is approved the owner gets the role for it and an invitation
 * at once; else both come with the approval. Of a customer that has people, whose owner is gone, only staff do so, and the
 * customer hears of it.
 */
export async function openOwner(
  call: ChangingCall,
  found: FoundCustomer,
  { ownerLogin, ownerEmail }: z.output<typeof OwnerForm>,
): Promise<{ before?: Known; after?: Known }> {
  const { db, viewer, services } = call
  const isAnother = (await ownerOf(db, found)) !== undefined
  if (isAnother && (viewer.kind !== STAFF || found.row.approval !== 'passed'))
    throw refuse.invalid([{ field: 'ownerLogin', message: 'customer.hasOwner' }])
  const { officeId: id, officePath: path, contact, phone, approval, stage } = found.row
  const isPassed = approval === 'passed'
  const hold = await holdFor(db, viewer, path, { isOwner: true })
  const accountId = await openAccount(db, {
    ...hold,
    office: { id, path },
    username: ownerLogin,
    email: ownerEmail,
    actualName: contact || ownerLogin,
    kind: CUSTOMER,
    phone: phone || null,
    roleIds: [],
    language: null,
    ...(isPassed && { invited: { language: languageOf(found), appSecret: services.config.appSecret } }),
  }).catch(byOwnFields)
  if (isAnother || hold) await tellFarm(call, path, { what: 'owner', username: ownerLogin, accountId }, hold)
  return isPassed ? giveRole(db, found, stage, { id: accountId, officePath: path }) : {}
}
