import { eq, sql } from 'drizzle-orm'
import type { Way } from '#shared/alarm-rules.ts'
import type { Amount, ListedPlace } from '#shared/amounts.ts'
import { DEFAULT_CHANNELS } from '#shared/contracts/notice-channels.ts'
import type { BusinessType, MessageType } from '#shared/contracts/notices.ts'
import type { Severity } from '#shared/signals.ts'
import type { Text } from '#shared/text.ts'
import type { Config } from '../../platform/config.ts'
import { anyOf, insertAll } from '../../platform/database/any-of.ts'
import { newId } from '../../platform/database/ids.ts'
import type { Db } from '../../platform/database/store.ts'
import { noticeChoice, noticeMessage } from '../../platform/database/tables/histories.ts'
import { account, session } from '../../platform/database/tables/offices.ts'
import { pushSubscription } from '../../platform/database/tables/push.ts'

export interface NewNotice {
  title: Text
  /** Values in the title, for each reader in their units. */
  amounts?: readonly Amount[] | null
  level: Severity
  messageType: MessageType
  /** Determines the screen the message leads to. */
  businessType: BusinessType
  /** Id of what it is about. */
  subjectId: string | null
  /** Ids of the others it is about, and every place it tells of where the title names only some. */
  also?: string[] | null
  listed?: readonly ListedPlace[] | null
  /** Additional ways to tell them, whatever they chose. */
  besides?: readonly Way[]
  /** A separate mail already tells of it. */
  isMailed?: boolean
}

/**
 * Writes a message to each of these people, for the channels they chose; `mail-notices.ts` and `push-notices.ts` make mails
 * and pushes of those that want them. Returns their accounts, for the event that tells open screens.
 */
export async function tell(
  db: Db,
  people: readonly { id: string; officePath: string }[],
  message: NewNotice,
): Promise<string[]> {
  return [...(await tellEach(db, people, message)).keys()]
}

/** Like `tell`; returns the id of each account's message. */
export async function tellEach(
  db: Db,
  people: readonly { id: string; officePath: string }[],
  { isMailed = false, besides = [], ...message }: NewNotice,
): Promise<Map<string, string>> {
  if (people.length === 0) return new Map()
  const ids = people.map(({ id }) => id)
  const of = await waysOf(db, ids, message)
  const readAt = new Date()
  const made = new Map(ids.map(id => [id, newId()]))
  await insertAll(
    db,
    noticeMessage,
    people.map(({ id, officePath }) => {
      const { inApp = true, mail, push, hasMail, hasBrowser, hasPhone } = of.get(id) ?? {}
      return {
        id: made.get(id) ?? newId(),
        accountId: id,
        officePath,
        ...message,
        readAt: inApp ? null : readAt,
        mailWanted: Boolean((mail || besides.includes('mail')) && hasMail && !isMailed),
        pushWanted: Boolean((push || besides.includes('push')) && hasBrowser),
        callWanted: Boolean(besides.includes('call') && hasPhone),
      }
    }),
  )
  return made
}

/** The ways a message to somebody would go by their own choice, and the ways there are to them. */
async function waysOf(
  db: Db,
  ids: readonly string[],
  { level, messageType, businessType }: Pick<NewNotice, 'level' | 'messageType' | 'businessType'>,
) {
  const isGrave = level === 'critical' || level === 'emergency'
  const has = (table: typeof pushSubscription | typeof session, more = sql``) =>
    sql<boolean>`exists (select from ${table} where ${table.accountId} = ${account.id} ${more})`
  const rows = await db
    .select({
      id: account.id,
      hasMail: sql<boolean>`${account.email} is not null`,
      hasPhone: sql<boolean>`${account.phone} is not null`,
      channels: noticeChoice.channels,
      muted: noticeChoice.muted,
      hasBrowser: has(pushSubscription),
      isSignedIn: has(session, sql`and ${session.expiresAt} > now()`),
    })
    .from(account)
    .leftJoin(noticeChoice, eq(noticeChoice.accountId, account.id))
    .where(anyOf(account.id, ids))
  return new Map(
    rows.map(({ id, channels, muted, ...ways }) => {
      const isHeard = isGrave || !muted?.includes(businessType)
      const { inApp, mail, push } = (channels ?? DEFAULT_CHANNELS.channels)[messageType]
      return [id, { ...ways, inApp, mail: mail && isHeard, push: push && isHeard }]
    }),
  )
}

/**
 * Those of these people to whom such a message gets: by mail, where this installation sends any, by push, or on a device on
 * which they are signed in.
 */
export async function reachable<Person extends { id: string }>(
  db: Db,
  people: readonly Person[],
  message: Pick<NewNotice, 'level' | 'messageType' | 'businessType'>,
  { smtpUrl }: Pick<Config, 'smtpUrl'>,
): Promise<Person[]> {
  const of = await waysOf(
    db,
    people.map(({ id }) => id),
    message,
  )
  return people.filter(({ id }) => {
    const ways = of.get(id)
    if (!ways) return false
    const { inApp, mail, push, hasMail, hasBrowser, isSignedIn } = ways
    return (mail && hasMail && smtpUrl !== undefined) || (push && hasBrowser) || (inApp && isSignedIn)
  })
}
