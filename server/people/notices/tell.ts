import { eq, sql } from 'drizzle-orm'
import type { Way } from '#shared/alarm-rules.ts'
import type { Amount, ListedPlace } from '#shared/amounts.ts'
import { DEFAULT_CHANNELS } from '#shared/contracts/notice-channels.ts'
import type { BusinessType, MessageType } from '#shared/contracts/notices.ts'
import type { Severity } from '#shared/signals.ts'
import type { Text } from '#shared/text.ts'
import { anyOf, insertAll } from '../../platform/database/any-of.ts'
import { newId } from '../../platform/database/ids.ts'
import type { Db } from '../../platform/database/store.ts'
import { noticeChoice, noticeMessage } from '../../platform/database/tables/histories.ts'
import { account } from '../../platform/database/tables/offices.ts'
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
  const isGrave = message.level === 'critical' || message.level === 'emergency'
  const chosen = await db
    .select({
      id: account.id,
      email: account.email,
      phone: account.phone,
      channels: noticeChoice.channels,
      muted: noticeChoice.muted,
      hasBrowser: sql<boolean>`exists (select from ${pushSubscription} where ${pushSubscription.accountId} = ${account.id})`,
    })
    .from(account)
    .leftJoin(noticeChoice, eq(noticeChoice.accountId, account.id))
    .where(anyOf(account.id, ids))
  const of = new Map(chosen.map(({ id, ...choice }) => [id, choice]))
  const readAt = new Date()
  const made = new Map(ids.map(id => [id, newId()]))
  await insertAll(
    db,
    noticeMessage,
    people.map(({ id, officePath }) => {
      const { email = null, phone = null, hasBrowser = false, channels, muted } = of.get(id) ?? {}
      const isHeard = isGrave || !muted?.includes(message.businessType)
      const { inApp, mail, push } = (channels ?? DEFAULT_CHANNELS.channels)[message.messageType]
      return {
        id: made.get(id) ?? newId(),
        accountId: id,
        officePath,
        ...message,
        readAt: inApp ? null : readAt,
        mailWanted: ((mail && isHeard) || besides.includes('mail')) && email !== null && !isMailed,
        pushWanted: ((push && isHeard) || besides.includes('push')) && hasBrowser,
        callWanted: besides.includes('call') && phone !== null,
      }
    }),
  )
  return made
}
