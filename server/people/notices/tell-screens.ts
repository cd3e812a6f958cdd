import type { ChangingCall } from '../../platform/http/call.ts'

/** Who writes messages: a call, or a job, which passes the recipients to the process it works for. */
export type Telling =
  | Pick<ChangingCall, 'services' | 'afterwards'>
  | { notified(accountIds: readonly string[]): void }

/** Tells these people's open screens about their new messages, once those are stored. */
export function tellScreens(by: Telling, accountIds: readonly string[]): void {
  if (accountIds.length === 0) return
  if ('notified' in by) by.notified(accountIds)
  else by.afterwards(() => by.services.events.emit('notice', { accountIds: [...accountIds] }))
}
