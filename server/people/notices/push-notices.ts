import { and, sql } from 'drizzle-orm'
import { alarmAddress } from '#shared/alarm-address.ts'
import type { PushContent } from '#shared/push-content.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { anyOf } from '../../platform/database/any-of.ts'
import { newId } from '../../platform/database/ids.ts'
import { push, pushSubscription } from '../../platform/database/tables/push.ts'
import { say } from '../../platform/http/texts.ts'
import { lasts } from '../../platform/push/listening.ts'
import { proofToken } from '../../platform/secrets/proof-token.ts'
import type { Services } from '../../platform/services.ts'
import { noteAttempts } from './attempts.ts'
import { type Channel, type Ready, startTelling, tellWaiting, toldTo, USEFUL_MS } from './waiting.ts'

type Parts = Pick<Services, 'store' | 'config'>

/** A listening browser of a signed-in person. */
const channel: Channel = {
  name: 'notice_push',
  wanted: 'push_wanted',
  toldAt: 'pushed_at',
  reaches: sql`exists (select from push_subscription p join session s on s.id = p.session_id
    where p.account_id = a.id and s.expires_at > now())`,
  pauseMs: { grave: 10_000, other: 60_000 },
  burst: 3,
  usefulMs: USEFUL_MS,
}

/** Who is told of an alarm may open it: at night its page is the first that loads. */
export const placeOf = (business: string, subject: string | null): string =>
  business === 'alarm' && subject !== null
    ? alarmAddress({ id: subject })
    : hrefOf(paths.messages, { about: business, subject })

/** The gravest message, and how many came with it; a single one, and an alarm, opens what it is about. */
function contentOf(ready: Ready, { defaultLanguage = 'en-US', appSecret }: Parts['config']): PushContent {
  const { language, told } = toldTo(ready, defaultLanguage)
  const { count, listed } = ready
  const [{ id, level, business, subject, writtenAt }] = listed
  const { says = '', ...about } = told[0] ?? { level: '', at: '' }
  return {
    tag: id,
    title: says,
    language,
    at: writtenAt,
    body: say(language, count === 1 ? ['push.one', about] : ['push.more', { ...about, count: count - 1 }]),
    opens: count === 1 || business === 'alarm' ? placeOf(business, subject) : paths.messages,
    isGrave: level === 'critical' || level === 'emergency',
    receipt: proofToken(appSecret, { way: 'push', accountId: ready.accountId, at: Date.now() }),
  }
}

/**
 * Queues a push for each browser of people with waiting messages, in the transaction that marks these as pushed. Messages of
 * the same moment make one push, under the id of the gravest. Returns how many people are told.
 */
export const pushNotices = ({ store, config }: Parts): Promise<number> =>
  tellWaiting(store, channel, async (db, people) => {
    if (people.length === 0) return
    await noteAttempts(db, 'push', people)
    const contents = new Map(people.map(each => [each.accountId, contentOf(each, config)]))
    const browsers = await db
      .select({ sessionId: pushSubscription.sessionId, accountId: pushSubscription.accountId })
      .from(pushSubscription)
      .where(and(anyOf(pushSubscription.accountId, contents.keys()), lasts(db, pushSubscription.sessionId)))
    const usefulUntil = new Date(Date.now() + USEFUL_MS)
    const rows = browsers.flatMap(({ sessionId, accountId }) => {
      const content = contents.get(accountId)
      return content ? [{ id: newId(), sessionId, content, usefulUntil }] : []
    })
    if (rows.length > 0) await db.insert(push).values(rows)
  })

/** Turns messages into pushes while the server runs. */
export const startNoticePushes = (services: Parts & Pick<Services, 'log'>): { stop(): Promise<void> } =>
  startTelling(services, channel, () => pushNotices(services))
