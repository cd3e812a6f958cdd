import { type ChangeFailure, type ChangeState, commandResults } from '#shared/setting-changes.ts'
import { differing } from '#shared/setting-draft.ts'
import type { SettingDocument } from '#shared/signals.ts'
import type { ToldSettings } from './told-settings.ts'

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
 * What became of a change that was sent, by what its controller tells; undefined while that is open. Its answer counts by
 * the id of the command and never by a time, and nothing is synced before the new values were told.
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

/** Whether its controller has put a change off for now. */
export const isPutOff = ({ id }: Pick<Asked, 'id'>, { lastId, result }: ToldSettings): boolean =>
  lastId === id && result === commandResults.busy

/** The end of a change whose controller let all tries pass: what it took of it decides. */
export function judgeSilence({ wanted }: Asked, told: ToldSettings): Verdict {
  const hasTakenSome = differing(wanted, told.values).length < Object.keys(wanted).length
  return { state: 'failed', failure: hasTakenSome ? 'partial' : 'noAnswer' }
}

/** The end of a change whose time is over: nobody tells of one that was sent whether it arrived, but of one put off. */
export function judgeExpiry(change: Asked & { tries: number }, told: ToldSettings): Verdict {
  if (isPutOff(change, told)) return { state: 'expired', result: told.result, says: told.says || null }
  return change.tries > 0 ? judgeSilence(change, told) : { state: 'expired' }
}

/** Whether somebody else changed at the controller what this change was made from, before it was sent. */
export const isOvertaken = ({ before, wanted }: Asked, told: ToldSettings): boolean =>
  differing(before, told.values).length > 0 && differing(wanted, told.values).length > 0

/** The end of a change that was overtaken; of one that was sent the controller may have taken a part itself. */
export function judgeOvertaken(change: Asked & { tries: number }, told: ToldSettings): Verdict {
  const silence = judgeSilence(change, told)
  return change.tries > 0 && silence.failure === 'partial' ? silence : { state: 'conflict' }
}
