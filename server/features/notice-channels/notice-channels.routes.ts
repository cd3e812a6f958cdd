import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { DEFAULT_CHANNELS, noticeChannels, withChoice } from '#shared/contracts/notice-channels.ts'
import { isSetUp } from '../../farm/alarms/ways/ways-of-people.ts'
import { noticeChoice } from '../../platform/database/tables/histories.ts'
import { account } from '../../platform/database/tables/offices.ts'
import { pushSubscription } from '../../platform/database/tables/push.ts'
import type { Call } from '../../platform/http/call.ts'
import { feature } from '../../platform/http/feature.ts'
import { lasts } from '../../platform/push/listening.ts'
import { changeOwn } from '../../platform/records/rows.ts'

type Reading = Pick<Call<typeof noticeChannels.read>, 'db' | 'viewer' | 'services'>
type Shown = z.output<typeof noticeChannels.read.returns>

async function read({ db, viewer: { accountId }, services: { config } }: Reading): Promise<Shown> {
  const [found] = await db
    .select({
      email: account.email,
      chosen: noticeChoice,
      browsers: db.$count(
        pushSubscription,
        and(eq(pushSubscription.accountId, accountId), lasts(db, pushSubscription.sessionId)),
      ),
    })
    .from(account)
    .leftJoin(noticeChoice, eq(noticeChoice.accountId, account.id))
    .where(eq(account.id, accountId))
  const reached = {
    email: found?.email ?? null,
    isMailSetUp: isSetUp('mail', config),
    browsers: found?.browsers ?? 0,
  }
  if (!found?.chosen) return { ...DEFAULT_CHANNELS, ...reached }
  const { channels, quietFrom, quietUntil } = found.chosen
  return { channels, quiet: quietFrom && quietUntil ? quiet(quietFrom, quietUntil) : null, ...reached }
}

/** The database includes seconds. */
const quiet = (from: string, until: string) => ({ from: from.slice(0, 5), until: until.slice(0, 5) })

export const noticeChannelsFeature = feature('notice-channels', noticeChannels, {
  read,
  choose: async call => {
    const { db, viewer, body } = call
    const { accountId, officePath } = viewer
    // Somebody may choose in two windows at once; a first choice has no row to lock.
    await db.select({ id: account.id }).from(account).where(eq(account.id, accountId)).for('update')
    return changeOwn(
      call,
      () => read(call),
      now => {
        const { channels, quiet } = withChoice(now, body)
        const chosen = { channels, quietFrom: quiet?.from ?? null, quietUntil: quiet?.until ?? null }
        return db
          .insert(noticeChoice)
          .values({ accountId, officePath, ...chosen })
          .onConflictDoUpdate({ target: noticeChoice.accountId, set: chosen })
      },
    )
  },
})
