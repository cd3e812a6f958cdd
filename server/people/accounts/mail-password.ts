import { randomInt } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { MAILED_PASSWORD_MS } from '#shared/limits.ts'
import { bothNames, type Language } from '#shared/text.ts'
import type { Db } from '../../platform/database/store.ts'
import { account, office } from '../../platform/database/tables/offices.ts'
import { hashRandomPassword, NO_PASSWORD } from '../../platform/http/passwords.ts'
import { type NewMail, queueMail, queueNothing } from '../../platform/mail/queue-mail.ts'

/** No characters that could be confused when typed from another screen. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP = 4

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

export interface MadePassword {
  password: string
  hash: string
}

/** A random password for mailing: some 79 bits, such as `k7wd-93hm-xq2f-ab8v`. */
export async function makePassword(): Promise<MadePassword> {
  const group = () => Array.from({ length: GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  const password = Array.from({ length: GROUPS }, group).join('-')
  return { password, hash: await hashRandomPassword(password) }
}

interface Asked {
  accountId: string
  /** forgotten: 30 minutes; invitation: 7 days. */
  reason: keyof typeof MAILED_PASSWORD_MS
  /** The call's language; the account's own choice takes precedence. */
  language: Language
  /** Encrypts the password while its mail waits. */
  appSecret: string
  /** For hashing before it is known whether the account exists. */
  made?: MadePassword
}

/**
 * The only way to a password without knowing the old one: mails a random one to the account's address, in the transaction
 * of `db`. The old password stays valid until the new one is first used, which must then be changed before anything else.
 * Returns whether there was an address.
 */
export async function mailPassword(
  db: Db,
  { accountId, reason, language, appSecret, made }: Asked,
): Promise<boolean> {
  const { password, hash } = made ?? (await makePassword())
  const until = new Date(Date.now() + MAILED_PASSWORD_MS[reason])
  const [found] = await db
    .update(account)
    .set({
      mailedPasswordHash: hash,
      mailedPasswordUntil: until,
      // An earlier mailed password that was used does not get this one's lifetime.
      passwordHash: sql`case when ${account.mustChangePassword} and ${account.mailedPasswordUntil} <= now() then ${NO_PASSWORD}
        else ${account.passwordHash} end`,
    })
    .from(office)
    .where(and(eq(account.id, accountId), eq(office.id, account.officeId)))
    .returning({
      username: account.username,
      email: account.email,
      name: account.actualName,
      chosen: account.language,
      office: { chineseName: office.chineseName, englishName: office.englishName },
    })
  if (!found?.email) {
    await queueNothing(db)
    return false
  }
  const to = { ...found, email: found.email, language: found.chosen ?? language }
  await queueMail(db, mailOf(to, { reason, password, appSecret, until }))
  return true
}

interface Receiver {
  email: string
  username: string
  name: string
  language: Language
  office: { chineseName: string; englishName: string }
}

interface Mailed extends Pick<Asked, 'reason' | 'appSecret'> {
  password: string
  until: Date
}

const mailOf = (
  { email, username, name, language, office }: Receiver,
  { reason, password, appSecret, until }: Mailed,
): NewMail => ({
  to: email,
  language,
  template: reason,
  usefulUntil: until,
  values: {
    name,
    username,
    office: bothNames(office)[language],
    minutes: MAILED_PASSWORD_MS.forgotten / MINUTE_MS,
    days: MAILED_PASSWORD_MS.invitation / DAY_MS,
  },
  secret: { values: { password }, appSecret },
})

/** The first password of a new account as stored in its row, and the mail with it. */
export function invitationOf(to: Receiver, { password, hash }: MadePassword, appSecret: string) {
  const until = new Date(Date.now() + MAILED_PASSWORD_MS.invitation)
  return {
    columns: { mailedPasswordHash: hash, mailedPasswordUntil: until },
    mail: mailOf(to, { reason: 'invitation', password, appSecret, until }),
  }
}
