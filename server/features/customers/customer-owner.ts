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

/** The owners made by the product at the customer's own node, earliest first; else the account it was created with. */
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
 * Gives the owners the role of a formal or trial customer instead of the other, and returns the change for the update log:
 * if an owner left during the trial, the successor is an owner as well. The product grants it by the customer's state,
 * whatever rights the approver holds.
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

/** Faults of the account, by the fields of the requesting form. */
function byOwnFields(error: unknown): never {
  if (!(error instanceof Refusal) || !error.refused.faults) throw error
  const faults = error.refused.faults.map(({ field, message }) => ({
    field: fieldOf[field] ?? field,
    message,
  }))
  throw refuse.invalid(faults)
}

/**
 * Opens the account of a customer's owner. If the customer is approved the owner gets the role and an invitation at once;
 * else both come with the approval. For a customer that has people but whose owner is gone, only staff may do this, and the
 * customer is told.
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
