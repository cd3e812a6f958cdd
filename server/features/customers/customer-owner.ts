import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { OwnerForm } from '#shared/contracts/customers.ts'
import type { Stage } from '#shared/customers.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import { type Language, languages, type Text } from '#shared/text.ts'
import { mailPassword } from '../../accounts/mail-password.ts'
import { openAccount } from '../../accounts/open-account.ts'
import type { Known } from '../../customers/note-changes.ts'
import { newId } from '../../database/ids.ts'
import type { Db } from '../../database/store.ts'
import { noticeMessage } from '../../database/tables/histories.ts'
import { account, accountRole, role } from '../../database/tables/offices.ts'
import { Refusal, refuse } from '../../http/errors.ts'
import { say, type TextKey } from '../../http/texts.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import type { MailTemplate } from '../../mail/templates.ts'
import type { FoundCustomer } from './customers.queries.ts'

/** The built-in role of a customer's owner. */
const roleOf = { formal: 'owner', trial: 'trial' } as const satisfies Record<Stage, string>

/** The account the customer was made with: the first of its own node. */
async function ownerOf(db: Db, { row }: FoundCustomer) {
  const [found] = await db
    .select()
    .from(account)
    .where(and(eq(account.officeId, row.officeId), eq(account.kind, CUSTOMER), isNull(account.deletedAt)))
    .orderBy(asc(account.createdAt), asc(account.id))
    .limit(1)
  return found
}

const names = { 'en-US': role.englishName, 'zh-CN': role.chineseName }

/**
 * Gives the owner the role of a formal or trial customer in the place of the other, and answers what the update log says
 * of it. It is the product that gives it, by the state of the customer: what whoever approves holds does not matter.
 */
export async function giveRole(
  db: Db,
  found: FoundCustomer,
  stage: Stage,
): Promise<{ before?: Known; after?: Known }> {
  const owner = await ownerOf(db, found)
  const known = await db
    .select({ id: role.id, key: role.key, names })
    .from(role)
    .where(inArray(role.key, Object.values(roleOf)))
  const given = known.find(({ key }) => key === roleOf[stage])
  if (!owner || !given) return {}
  const others = known.map(({ id }) => id)
  const had = await db
    .delete(accountRole)
    .where(and(eq(accountRole.accountId, owner.id), inArray(accountRole.roleId, others)))
    .returning({ id: accountRole.roleId })
  const { id: accountId, officePath } = owner
  await db.insert(accountRole).values({ accountId, roleId: given.id, officePath })
  const before = known.find(({ id }) => had.some(row => row.id === id))
  return { before: { ownerRole: before?.names ?? null }, after: { ownerRole: given.names } }
}

/** Where people read Chinese. */
const CHINESE = ['CN', 'HK', 'MO', 'TW']
const languageOf = ({ row }: FoundCustomer): Language =>
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
 * at once; else both come with the approval.
 */
export async function openOwner(
  db: Db,
  found: FoundCustomer,
  { ownerLogin, ownerEmail }: z.output<typeof OwnerForm>,
): Promise<{ before?: Known; after?: Known }> {
  if (await ownerOf(db, found)) throw refuse.invalid([{ field: 'ownerLogin', message: 'customer.hasOwner' }])
  const { officeId: id, officePath: path, contact, phone, approval, stage } = found.row
  const isPassed = approval === 'passed'
  await openAccount(db, {
    ...{ office: { id, path }, username: ownerLogin, email: ownerEmail },
    ...{ actualName: contact || ownerLogin, kind: CUSTOMER, phone: phone || null, roleIds: [] },
    language: null,
    ...(isPassed && { invited: languageOf(found) }),
  }).catch(byOwnFields)
  return isPassed ? giveRole(db, found, stage) : {}
}

/** What an owner is told, in a message and by mail; the values fill the texts of both. */
type Told =
  | { what: 'approved' }
  | { what: 'trialApproved'; until: string }
  | { what: 'refused'; reason: string }
  | { what: 'converted'; until: string }

const mailOf = {
  approved: 'customerApproved',
  trialApproved: 'applicationApproved',
  refused: 'applicationRefused',
  converted: 'customerConverted',
} as const satisfies Record<Told['what'], MailTemplate>
const messageOf = {
  approved: 'customer.told.approved',
  trialApproved: 'customer.told.trialApproved',
  refused: 'customer.told.refused',
  converted: 'customer.told.converted',
} as const satisfies Record<Told['what'], TextKey>

/** Fits no password: the account was opened without an invitation. */
const NONE = '-'

/** Tells the owner of the customer; one who was never invited is invited with the approval instead. */
export async function tellOwner(db: Db, found: FoundCustomer, { what, ...values }: Told): Promise<void> {
  const owner = await ownerOf(db, found)
  if (!owner) return
  const { chineseName, englishName } = found.row
  const company: Text = { 'zh-CN': chineseName || englishName, 'en-US': englishName || chineseName }
  const title = (language: Language) =>
    say(language, [messageOf[what], { company: company[language], ...values }])
  await db.insert(noticeMessage).values({
    ...{ id: newId(), accountId: owner.id, officePath: owner.officePath, level: 'info' as const },
    title: Object.fromEntries(languages.map(language => [language, title(language)])) as Text,
    ...{ messageType: 'to_do' as const, businessType: 'approval', subjectId: found.row.officeId },
  })
  const language = owner.language ?? languageOf(found)
  if (what !== 'refused' && owner.passwordHash === NONE && owner.mailedPasswordHash === null) {
    await mailPassword(db, { accountId: owner.id, reason: 'invitation', language })
    return
  }
  if (!owner.email) return
  await queueMail(db, {
    ...{ to: owner.email, language, template: mailOf[what] },
    values: { name: owner.actualName, username: owner.username, company: company[language], ...values },
  })
}
