import type { Language } from '#shared/text.ts'
import { insertAll } from '../database/any-of.ts'
import { newId } from '../database/ids.ts'
import type { Db } from '../database/store.ts'
import { mail } from '../database/tables/mail.ts'
import type { TextValues } from '../http/texts.ts'
import { type SecretValues, sealValues } from './sealed-values.ts'
import type { MailTemplate } from './templates.ts'

/** A mail that could not be sent for so long says nothing new to anybody. ms */
const USEFUL_MS = 86_400_000

export interface NewMail {
  to: string
  /** Of who reads it: the stored choice of the account, else of the call. */
  language: Language
  template: MailTemplate
  /** What fills the places of its texts and of its button's address. */
  values: TextValues
  /** More of them, which open an account: nobody reads them here while the mail waits. */
  secret?: SecretValues
  /** A stored file that goes with it. */
  fileId?: string
  /** Not sent any more after this; a day by default. */
  usefulUntil?: Date
}

/**
 * Writes a mail in the transaction of `db`: it is sent once that is stored, and never otherwise. At least once: a process
 * that dies between the delivery and its note leaves it to the next, under the same message id.
 */
export const queueMail = (db: Db, message: NewMail): Promise<void> => queueMails(db, [message])

/** Many at once; see {@link queueMail}. */
export async function queueMails(db: Db, messages: readonly NewMail[]): Promise<void> {
  const usual = new Date(Date.now() + USEFUL_MS)
  await insertAll(
    db,
    mail,
    messages.map(({ usefulUntil = usual, values, secret, ...message }) => {
      const id = newId()
      const sealed = secret ? sealValues(id, secret) : null
      return { ...message, id, values: { ...values }, sealed, usefulUntil }
    }),
  )
}

/** Takes as long as `queueMail` and mails nothing: where the time of an answer must not tell whether somebody gets a mail. */
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
