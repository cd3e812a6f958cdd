import { z } from 'zod'
import { get, post } from '../endpoint.ts'
import { STAFF } from '../permissions.ts'
import { text } from '../text.ts'

const count = z.number().int()

/** What was waiting to be sent and never will be. */
export const HeldBack = z.object({
  mails: count,
  pushes: count,
  calls: count,
  webhooks: count,
  /** Messages that would still have become a mail, push or call; they stay in the bell. */
  messages: count,
})
export type HeldBack = z.infer<typeof HeldBack>

const Silence = z.object({
  /** When the copy was restored. */
  since: z.iso.datetime(),
  /** Name of the backup, and when it was made; null if silence was ordered by hand. */
  backup: z.string().nullable(),
  backedUpAt: z.iso.datetime().nullable(),
  heldBack: HeldBack,
  /** Gateways and controllers that speak themselves: heard since then, and all that were ever heard. */
  gateways: z.object({ heard: count, all: count }),
  /** Active alarms whose messages of this time are sent once it ends. */
  alarms: count,
})
export type Silence = z.infer<typeof Silence>

const path = '/admin/auth/silence'

/** A restored installation sends nothing until it is told that it is the real one. */
export const silence = {
  /** Null while messages go out. */
  read: get(path, 'signedIn', { kinds: [STAFF], returns: Silence.nullable() }),
  end: post(`${path}/end`, 'role_manage:edit', {
    changes: path,
    kinds: [STAFF],
    wantsProof: true,
    returns: z.null(),
    says: text(
      '确认本系统为正式系统，恢复对外发送',
      'Declared this installation the real one: it sends again',
    ),
    summary: 'Lets a restored installation send mails, pushes, calls and webhooks again.',
  }),
}
