import { type ChangeFailure, type ChangeState, commandResults } from '#shared/setting-changes.ts'
import { differing, isSame } from '#shared/setting-draft.ts'
import type { SettingDocument } from '#shared/signals.ts'
import type { ToldSettings } from './told-settings.ts'

/** How often a command is sent before its controller counts as silent. */
export const TRIES = 3

/** A change as the rules see it. */
export interface Asked {
  id: string
  before: SettingDocument
  wanted: SettingDocument
}

/** How a change ended. */
export interface Verdict {
  state: Exclude<ChangeState, 'waiting' | 'sending'>
  failure?: ChangeFailure
  result?: number | null
  says?: string | null
  isByEcho?: boolean
}

/**
 * The outcome of a sent change, judged by what its controller reports; undefined while it is open. An answer counts by the
 * command's id, never by a time, and nothing is synced before the new values were reported.
 */
export function judge({ id, wanted }: Asked, told: ToldSettings): Verdict | undefined {
  const isRead = differing(wanted, told.values).length === 0
  if (!told.answers) return isRead ? { state: 'synced', isByEcho: true } : undefined
  if (told.lastId !== id || told.result === null) return undefined
  const { result, says } = told
  const answer = { result, says: says || null }
  switch (result) {
    case commandResults.ok:
      return isRead ? { ...answer, state: 'synced' } : undefined
    case commandResults.busy:
      return undefined
    case commandResults.versionConflict:
      return { ...answer, state: 'conflict' }
    case commandResults.expired:
      return { ...answer, state: 'expired' }
    case commandResults.readBackMismatch:
      return { ...answer, state: 'failed', failure: 'partial' }
    case commandResults.notAuthorised:
      return { ...answer, state: 'failed', failure: 'notAllowed' }
    default:
      return { ...answer, state: 'failed', failure: 'refused' }
  }
}

/** Whether the controller says that it has done a change; whether it has is told by the values it reports. */
export const isDone = ({ id }: Pick<Asked, 'id'>, { lastId, result }: ToldSettings): boolean =>
  lastId === id && result === commandResults.ok

/**
 * The end of a change that its controller calls done while other values are read back; undefined if these may still come,
 * since nothing has moved so far.
 */
export function judgeReadBack(change: Asked & { tries: number }, told: ToldSettings): Verdict | undefined {
  if (!isDone(change, told)) return undefined
  const { before, wanted } = change
  const isElse = differing(wanted, told.values).some(name => !isSame(told.values[name], before[name]))
  if (!isElse && change.tries < TRIES) return undefined
  return { state: 'failed', failure: 'readBack', result: told.result, says: told.says || null }
}

/** Whether the controller has put a change off for now. */
export const isPutOff = ({ id }: Pick<Asked, 'id'>, { lastId, result }: ToldSettings): boolean =>
  lastId === id && result === commandResults.busy

/** The end of a change whose controller answered none of the tries: decided by whether it took a part. */
export function judgeSilence({ wanted }: Asked, told: ToldSettings): Verdict {
  const hasTakenSome = differing(wanted, told.values).length < Object.keys(wanted).length
  return { state: 'failed', failure: hasTakenSome ? 'partial' : 'noAnswer' }
}

/** The end of an expired change: of one that was sent nobody knows whether it arrived, unless it was put off. */
export function judgeExpiry(change: Asked & { tries: number }, told: ToldSettings): Verdict {
  if (isPutOff(change, told)) return { state: 'expired', result: told.result, says: told.says || null }
  return change.tries > 0 ? judgeSilence(change, told) : { state: 'expired' }
}

/** Whether the values this change started from were changed at the controller before it was sent. */
export const isOvertaken = ({ before, wanted }: Asked, told: ToldSettings): boolean =>
  differing(before, told.values).length > 0 && differing(wanted, told.values).length > 0

/** The end of a change that would harm the birds as the house is now; what a part of it did is told as well. */
export function judgeUnsafe(change: Asked & { tries: number }, told: ToldSettings): Verdict {
  const silence = judgeSilence(change, told)
  return change.tries > 0 && silence.failure === 'partial' ? silence : { state: 'failed', failure: 'unsafe' }
}

/** The end of a change that was overtaken; if it was sent, the controller may itself have taken a part. */
export function judgeOvertaken(change: Asked & { tries: number }, told: ToldSettings): Verdict {
  const silence = judgeSilence(change, told)
  return change.tries > 0 && silence.failure === 'partial' ? silence : { state: 'conflict' }
}
