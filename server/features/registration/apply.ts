import { randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, lt, not, or, sql } from 'drizzle-orm'
import type { registration } from '#shared/contracts/registration.ts'
import { isCountry } from '#shared/countries.ts'
import { bothNames } from '#shared/text.ts'
import { keyOf } from '../../people/accounts/open-account.ts'
import { passwordFault } from '../../people/accounts/password-rules.ts'
import { refuseUnknownStatement } from '../../people/service-statement.ts'
import { newId } from '../../platform/database/ids.ts'
import { type Db, SYSTEM } from '../../platform/database/store.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import { account } from '../../platform/database/tables/offices.ts'
import { application } from '../../platform/database/tables/registration.ts'
import { addressKey } from '../../platform/http/address.ts'
import type { Call } from '../../platform/http/call.ts'
import { type FieldFault, refuse } from '../../platform/http/errors.ts'
import { hashToken } from '../../platform/http/identify.ts'
import { hashPassword } from '../../platform/http/passwords.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { mayApplyAgain } from './apply-again.ts'

type Apply = Call<(typeof registration)['apply']>

const HOUR_MS = 3_600_000
/** How long the mailed link works. */
const HOURS = 24
/** Applications per e-mail address and day; further ones get the same answer and no mail. */
const MAILS_A_DAY = 5
/** Applications per network address and day. */
const TRIES_A_DAY = 20

/**
 * Takes an application for a trial and mails a link that confirms the address. An address with an account gets a mail that
 * says so instead, unless it was refused; the answer is the same, and so is the work.
 */
export async function apply({ services, body, ip, language }: Apply): Promise<null> {
  const { password, statement, ...form } = body
  const faults = await faultsOf(body)
  if (faults.length > 0) throw refuse.invalid(faults)
  await refuseUnknownStatement(services.store, statement)
  const [emailKey, from, token] = [keyOf(form.email), addressKey(ip), randomBytes(32).toString('base64url')]
  const passwordHash = await hashPassword(password)
  const isTooOften = await services.store.transaction(SYSTEM, async db => {
    const { tries, mails } = await count(db, emailKey, from)
    if (tries >= TRIES_A_DAY) return true
    const known = await findKnown(db, emailKey)
    await db.insert(application).values({
      id: newId(),
      emailKey,
      addressKey: from,
      form,
      statement,
      language,
      passwordHash,
      tokenHash: known ? null : hashToken(token),
      expiresAt: new Date(Date.now() + HOURS * HOUR_MS),
    })
    if (mails >= MAILS_A_DAY) return false
    const name = form.contact
    const { appSecret } = services.config
    if (!known)
      await queueMail(db, {
        to: form.email,
        language,
        template: 'confirmAddress',
        values: { name, company: bothNames(form)[language], hours: HOURS },
        secret: { values: { token }, appSecret },
      })
    else
      await queueMail(db, {
        to: form.email,
        language: known.language ?? language,
        template: 'addressKnown',
        values: { name: known.name, username: known.username },
      })
    return false
  })
  if (isTooOften) throw refuse.tooMany(HOUR_MS / 1_000)
  return null
}

async function faultsOf(body: Apply['body']): Promise<FieldFault[]> {
  const faults: FieldFault[] = []
  if (!body.chineseName && !body.englishName)
    faults.push({ field: 'englishName', message: 'registration.nameRequired' })
  if (!isCountry(body.country)) faults.push({ field: 'country', message: 'field.country.wrong' })
  const fault = await passwordFault(body.password, [body.email])
  if (fault) faults.push({ field: 'password', message: fault })
  return faults
}

/** The account that signs in with this address, as login id or e-mail address, unless it may apply again. */
async function findKnown(db: Db, emailKey: string) {
  const [found] = await db
    .select({ name: account.actualName, username: account.username, language: account.language })
    .from(account)
    .leftJoin(customer, eq(customer.officePath, account.officePath))
    .where(
      and(
        isNull(account.deletedAt),
        or(eq(account.emailKey, emailKey), eq(account.usernameKey, emailKey)),
        not(mayApplyAgain(emailKey)),
      ),
    )
  return found
}

/** Applications of the last day from this network address, and with this e-mail address. Deletes unconfirmed ones. */
async function count(db: Db, emailKey: string, from: string): Promise<{ tries: number; mails: number }> {
  // One after the other, or several at once would each pass as the last one allowed.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('applications', 0))`)
  await db
    .delete(application)
    .where(and(isNull(application.confirmedAt), lt(application.expiresAt, sql`now()`)))
  const day = gt(application.createdAt, new Date(Date.now() - 24 * HOUR_MS))
  const [counted] = await db
    .select({
      tries: sql<number>`(count(*) filter (where ${application.addressKey} = ${from}))::int`,
      mails: sql<number>`(count(*) filter (where ${application.emailKey} = ${emailKey}))::int`,
    })
    .from(application)
    .where(and(day, or(eq(application.addressKey, from), eq(application.emailKey, emailKey))))
  return counted ?? { tries: 0, mails: 0 }
}
