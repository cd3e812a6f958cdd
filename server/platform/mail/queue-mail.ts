import type { Language } from '#shared/text.ts'
import { insertAll } from '../database/any-of.ts'
import { newId } from '../database/ids.ts'
import type { Db } from '../database/store.ts'
import { mail } from '../database/tables/mail.ts'
import type { TextValues } from '../http/texts.ts'
import { type SecretValues, sealValues } from './sealed-values.ts'
import type { MailTemplate } from './templates.ts'

/** After this an unsent mail is of no use to anybody. ms */
const USEFUL_MS = 86_400_000

export interface NewMail {
  to: string
  /** The reader's language: the account's stored choice, else the call's. */
  language: Language
  template: MailTemplate
  /** Values for its texts and for its button's address. */
  values: TextValues
  /** Further values that open an account, stored encrypted while the mail waits. */
  secret?: SecretValues
  /** A stored file to attach. */
  fileId?: string
  /** Not sent after this; by default a day. */
  usefulUntil?: Date
}

/**
 * Writes a mail in the transaction of `db`: it is sent only once that is stored. At least once: if a process dies between
 * delivering it and recording that, the next one sends it again under the same message id.
 */
export async function queueMail(db: Db, message: NewMail): Promise<void> {
  await queueMails(db, [message])
}

/** Many at once; see {@link queueMail}. Returns their ids, in the same order. */
export async function queueMails(db: Db, messages: readonly NewMail[]): Promise<string[]> {
  const usual = new Date(Date.now() + USEFUL_MS)
  const rows = messages.map(({ usefulUntil = usual, values, secret, ...message }) => {
    const id = newId()
    const sealed = secret ? sealValues(id, secret) : null
    return { ...message, id, values: { ...values }, sealed, usefulUntil }
  })
  await insertAll(db, mail, rows)
  return rows.map(({ id }) => id)
}

/** Takes as long as `queueMail` without mailing, so that an answer's time does not reveal whether somebody gets a mail. */
export async function queueNothing(db: Db): Promise<void> {
  const now = new Date()
  await db.insert(mail).values({
    id: newId(),
    to: '',
    language: 'en-US',
    template: 'forgotten',
    values: {},
    usefulUntil: now,
    givenUpAt: now,
  })
}
