import { sql } from 'drizzle-orm'
import type { Language } from '#shared/text.ts'
import { say } from '../../platform/http/texts.ts'
import { type NewMail, queueMails } from '../../platform/mail/queue-mail.ts'
import type { Services } from '../../platform/services.ts'
import { isHeld } from '../customers/held.ts'
import { noteAttempts } from './attempts.ts'
import { type Channel, type Ready, startTelling, tellWaiting, toldTo, USEFUL_MS } from './waiting.ts'

type Parts = Pick<Services, 'store' | 'config'>

const channel: Channel = {
  name: 'notice_mail',
  wanted: 'mail_wanted',
  toldAt: 'mailed_at',
  // Not to an address given by somebody above the farm before an owner confirmed it: alarms would tell them about the farm.
  reaches: sql`a.email is not null and not ${isHeld(sql`a`)}`,
  pauseMs: { grave: 60_000, other: 600_000 },
  burst: 3,
  usefulMs: USEFUL_MS,
}

/** A single message makes a mail that leads to what it is about; several make a list. */
function mailOf(ready: Ready, mailsIn: Language): NewMail {
  const { email, name, zone, count, listed } = ready
  const { language, told } = toldTo(ready, mailsIn)
  const [first] = told
  const about = { name, zone, says: first?.says ?? '', level: first?.level ?? '', at: first?.at ?? '' }
  const to = email ?? ''
  if (count === 1) {
    const { business, subject } = listed[0]
    const values = { ...about, business, subject: subject ?? '' }
    return first?.places
      ? { to, language, template: 'noticeOfMany', values: { ...values, lines: first.places } }
      : { to, language, template: 'notice', values }
  }
  const more = count - told.length
  const lines = [
    ...told.flatMap(({ places, ...one }) => [
      say(language, ['mail.notices.line', one]),
      ...(places ? [places] : []),
    ]),
    ...(more > 0 ? [say(language, ['mail.notices.more', { count: more }])] : []),
  ]
  return { to, language, template: 'notices', values: { ...about, count, lines: lines.join('\n') } }
}

/**
 * Queues the mails of waiting messages, in the transaction that marks them as mailed: each is in exactly one mail, whatever
 * dies meanwhile. A person gets few mails a minute, with everything that came. Returns how many were queued.
 */
export const mailNotices = ({ store, config }: Parts): Promise<number> =>
  tellWaiting(store, channel, async (db, people) => {
    const ids = await queueMails(
      db,
      people.map(each => mailOf(each, config.defaultLanguage ?? 'en-US')),
    )
    await noteAttempts(db, 'mail', people, ids)
  })

/** Turns messages into mails while the server runs. */
export const startNoticeMails = (services: Parts & Pick<Services, 'log'>): { stop(): Promise<void> } =>
  startTelling(services, channel, () => mailNotices(services))
