import { randomBytes } from 'node:crypto'
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { personal } from '#shared/contracts/personal.ts'
import { loginColumns, refuseTaken, takenBy } from '../../people/accounts/open-account.ts'
import { newId } from '../../platform/database/ids.ts'
import { type Db, SYSTEM } from '../../platform/database/store.ts'
import { operationHistory } from '../../platform/database/tables/histories.ts'
import { account } from '../../platform/database/tables/offices.ts'
import { emailChange } from '../../platform/database/tables/personal.ts'
import type { Call } from '../../platform/http/call.ts'
import { Refusal, refuse } from '../../platform/http/errors.ts'
import { hashToken } from '../../platform/http/identify.ts'
import { sayBoth } from '../../platform/http/texts.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { changeRows } from '../../platform/records/rows.ts'

type Ask = Call<(typeof personal)['changeEmail']>
type Confirm = Call<(typeof personal)['confirmEmail']>

const DAY_S = 86_400
/** How long the mailed link works. */
const HOURS = 24
/** Address changes a person may request per day. */
const ASKS_A_DAY = 5

/** The address waiting for its link to be opened, if any. */
export async function pendingEmail(db: Db, accountId: string): Promise<string | null> {
  const [latest] = await db
    .select()
    .from(emailChange)
    .where(eq(emailChange.accountId, accountId))
    .orderBy(desc(emailChange.createdAt), desc(emailChange.id))
    .limit(1)
  return latest && latest.confirmedAt === null && latest.expiresAt > new Date() ? latest.email : null
}

/**
 * Mails a link to the viewer's new address and tells the present one, which stays in force until the link is opened. Only
 * the address itself is told whether somebody else has it: answer and work are the same.
 */
export async function changeEmail({ db, viewer, body, language, services }: Ask): Promise<void> {
  const { accountId, officePath } = viewer
  const { email } = body
  const [own] = await db.select().from(account).where(eq(account.id, accountId)).for('update')
  if (!own) throw refuse.unauthorized()
  const { emailKey } = loginColumns({ username: own.username, email })
  if (emailKey === own.emailKey) throw refuse.invalid([{ field: 'email', message: 'email.same' }])
  const mine = eq(emailChange.accountId, accountId)
  await db.delete(emailChange).where(and(mine, lt(emailChange.createdAt, sql`now() - interval '1 day'`)))
  if ((await db.$count(emailChange, mine)) >= ASKS_A_DAY) throw refuse.tooMany(DAY_S, 'email.tooMany')

  const token = randomBytes(32).toString('base64url')
  await db.insert(emailChange).values({
    id: newId(),
    accountId,
    officePath,
    email,
    tokenHash: hashToken(token),
    expiresAt: new Date(Date.now() + HOURS * 3_600_000),
  })
  const reader = own.language ?? language
  const values = { name: own.actualName, username: own.username, email, hours: HOURS }
  const isFree = await isFreeFor(db, own.id, own.username, email)
  await queueMail(db, {
    to: email,
    language: reader,
    template: isFree ? 'confirmEmail' : 'emailTaken',
    values,
    ...(isFree && { secret: { values: { token }, appSecret: services.config.appSecret } }),
  })
  if (own.email) await queueMail(db, { to: own.email, language: reader, template: 'emailAsked', values })
}

async function isFreeFor(db: Db, accountId: string, username: string, email: string): Promise<boolean> {
  try {
    await refuseTaken(db, { username, email }, accountId)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** Puts the address whose link was opened in force, and tells the old one. Opening it again changes nothing. */
export function confirmEmail({ services, body, ip, language }: Confirm) {
  return services.store.transaction(SYSTEM, async db => {
    const [found] = await db
      .select({ own: account, change: emailChange })
      .from(emailChange)
      .innerJoin(account, eq(account.id, emailChange.accountId))
      .where(
        and(
          eq(emailChange.tokenHash, hashToken(body.token)),
          gt(emailChange.expiresAt, sql`now()`),
          isNull(account.deletedAt),
          isNull(account.disabledAt),
        ),
      )
      .for('update')
    if (!found) return { state: 'expired' as const }
    const { own, change } = found
    if (change.confirmedAt) return { state: 'confirmed' as const }
    // Another address has been requested since.
    if ((await pendingEmail(db, own.id)) !== change.email) return { state: 'expired' as const }
    if (!(await putInForce(db, own, change.email))) return { state: 'taken' as const }
    await db.update(emailChange).set({ confirmedAt: sql`now()` }).where(eq(emailChange.id, change.id))
    await db.insert(operationHistory).values({
      officePath: own.officePath,
      subjectPath: own.officePath,
      actorId: own.id,
      ip,
      actorName: own.actualName,
      module: 'personal',
      type: 'confirmEmail',
      recordId: own.id,
      description: sayBoth('email.confirmed'),
      before: { email: own.email },
      after: { email: change.email },
    })
    if (own.email)
      await queueMail(db, {
        to: own.email,
        language: own.language ?? language,
        template: 'emailChanged',
        values: { name: own.actualName, username: own.username, email: change.email },
      })
    return { state: 'confirmed' as const }
  })
}

/** Whether the address is still free. A password mailed to the old one ends. */
async function putInForce(db: Db, own: typeof account.$inferSelect, email: string): Promise<boolean> {
  if (!(await isFreeFor(db, own.id, own.username, email))) return false
  const columns = loginColumns({ username: own.username, email })
  try {
    await db.transaction(inner =>
      changeRows(inner, account, eq(account.id, own.id), {
        email: columns.email,
        emailKey: columns.emailKey,
        mailedPasswordHash: null,
        mailedPasswordUntil: null,
      }),
    )
    return true
  } catch (error) {
    if (takenBy(error) === error) throw error
    return false
  }
}
