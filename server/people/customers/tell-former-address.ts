import { and, eq, ne, or, type SQL, sql } from 'drizzle-orm'
import { bothNames, type Language } from '#shared/text.ts'
import type { Db } from '../../platform/database/store.ts'
import { account, office } from '../../platform/database/tables/offices.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { NO_PASSWORD } from '../../platform/http/passwords.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { keyOf } from '../accounts/open-account.ts'

/** A customer's record before its address is changed. */
interface Known {
  officePath: string
  chineseName: string
  englishName: string
  contact: string
  email: string | null
  approval: string
}

/**
 * Mails a customer's former address that somebody of an office above has replaced it: that address is told what nobody at
 * the farm can confirm, so whoever wants to take over a farm would change it first. Written in the language of the reader's
 * account, else in `language`. Does nothing if nobody of the customer was ever invited or signed in: it may be the
 * correction of a typing mistake.
 */
export async function tellFormerAddress(
  { db, viewer }: Pick<ChangingCall, 'db' | 'viewer'>,
  known: Known,
  to: string | null,
  language: Language,
): Promise<void> {
  const { officePath, email, contact } = known
  if (!email || keyOf(email) === keyOf(to ?? '') || viewer.officePath.startsWith(officePath)) return
  const isOfFarm = sql`starts_with(${account.officePath}, ${officePath})`
  if (!(await hadPeople(db, known, isOfFarm))) return
  const [reader] = await db
    .select({ language: account.language })
    .from(account)
    .where(and(isOfFarm, eq(account.emailKey, keyOf(email))))
  const [above] = await db
    .select({ chineseName: office.chineseName, englishName: office.englishName })
    .from(office)
    .where(eq(office.id, viewer.officeId))
  const written = reader?.language ?? language
  const company = bothNames(known)[written]
  await queueMail(db, {
    to: email,
    language: written,
    template: 'customerEmailChanged',
    values: {
      name: contact || company,
      company,
      email: to || '–',
      by: viewer.actualName,
      office: above ? bothNames(above)[written] : '',
    },
  })
}

/** Whether anybody, even if deleted since, was invited or could sign in; those awaiting the customer's approval were not. */
async function hadPeople(db: Db, { approval }: Known, isOfFarm: SQL): Promise<boolean> {
  const wasLetIn = or(ne(account.passwordHash, NO_PASSWORD), sql`${account.lastActiveAt} is not null`)
  const [found] = await db
    .select({ id: account.id })
    .from(account)
    .where(and(isOfFarm, approval === 'passed' ? undefined : wasLetIn))
    .limit(1)
  return found !== undefined
}
