import { lt, sql } from 'drizzle-orm'
import { phoneCall } from '../../platform/database/tables/calls.ts'
import { say } from '../../platform/http/texts.ts'
import type { Services } from '../../platform/services.ts'
import { isHeld } from '../customers/held.ts'
import { noteAttempts } from './attempts.ts'
import { dropNeedlessCalls } from './take-back.ts'
import { type Channel, startTelling, tellWaiting, toldTo } from './waiting.ts'

type Parts = Pick<Services, 'store' | 'config'>

/** How long a call is of use: mails and pushes told of it too, and it calls again while nobody sees it. ms */
const USEFUL_MS = 1_800_000

/** A phone number that the farm gave itself. */
const channel: Channel = {
  name: 'notice_call',
  wanted: 'call_wanted',
  toldAt: 'called_at',
  reaches: sql`a.phone is not null and not a.phone_from_above and not ${isHeld(sql`a`)}`,
  pauseMs: { grave: 60_000, other: 300_000 },
  burst: 2,
  usefulMs: USEFUL_MS,
  dropNeedless: dropNeedlessCalls,
}

/**
 * Queues a call for each person whose messages want one, in the transaction that marks them as called. Messages of the same
 * moment make one call, under the id of the gravest. Returns how many people are called.
 */
export const callNotices = ({ store, config }: Parts): Promise<number> =>
  tellWaiting(store, channel, async (db, people) => {
    const usefulUntil = new Date(Date.now() + USEFUL_MS)
    const calls = people.map(person => {
      const { accountId, count, listed } = person
      const { language, told } = toldTo(person, config.defaultLanguage ?? 'en-US')
      const [{ id, level, writtenAt }] = listed
      const { says = '', level: graveness = '' } = told[0] ?? {}
      const about = { level: graveness, says, count: count - 1 }
      const text = say(language, count === 1 ? ['call.one', about] : ['call.more', about])
      const at = new Date(writtenAt).toISOString()
      return {
        id,
        accountId,
        content: { language, level, text, messages: count, at },
        usefulUntil,
      }
    })
    if (calls.length > 0) await db.insert(phoneCall).values(calls)
    await noteAttempts(db, 'call', people)
  })

/**
 * Where nobody can be called, no message waits for it for ever: what is over, in hands or too old for a call is settled, and
 * calls that were queued while there was a gateway go once they are too late. Whatever dies meanwhile, the next round does it.
 */
export const settleCalls = ({ store }: Pick<Parts, 'store'>): Promise<number> =>
  tellWaiting(store, { ...channel, reaches: sql`false` }, async db => {
    await db.delete(phoneCall).where(lt(phoneCall.usefulUntil, sql`now()`))
  })

/** Turns messages into calls while the server runs; without a gateway, into none. */
export const startNoticeCalls = (services: Parts & Pick<Services, 'log'>): { stop(): Promise<void> } =>
  startTelling(services, channel, () =>
    services.config.alertGateway ? callNotices(services) : settleCalls(services),
  )
