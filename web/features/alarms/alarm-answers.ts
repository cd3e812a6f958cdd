import type { AlarmAnswer } from '#shared/alarm-chain.ts'
import { handlings } from '#shared/alarms.ts'
import type { Alarm, AlarmDetail } from '#shared/contracts/alarms.ts'
import { stands } from './alarm-text.ts'

/** What the viewer last said of the alarm as it is now, and whether that still holds. */
export function lastOf({ events, chain }: Pick<AlarmDetail, 'events' | 'chain'>) {
  if (chain) return chain.mine
  const answer = events.findLast(({ isMine, answer }) => isMine && answer !== null)?.answer
  return answer ? { answer, isHeld: true } : null
}

export const isFound = ({ handling }: Pick<Alarm, 'handling'>): boolean =>
  handlings.indexOf(handling) >= handlings.indexOf('cause_found')

const ANSWERS: readonly AlarmAnswer[] = ['seen', 'going', 'on_site', 'cannot']

/**
 * What the viewer can still say of an alarm, whatever others said: everybody answers for themselves until somebody is there by
 * proof. A cause given from bed leaves everything to be done. To have seen it adds nothing to an answer that holds.
 */
export function answersLeft(
  alarm: Pick<AlarmDetail, 'condition' | 'handling' | 'events' | 'chain'>,
): AlarmAnswer[] {
  if (!stands(alarm)) return alarm.handling === 'new' ? ['seen'] : []
  if (alarm.chain ? alarm.chain.isOver : isFound(alarm)) return []
  const said = lastOf(alarm)
  return ANSWERS.filter(each => !said?.isHeld || (each !== said.answer && each !== 'seen'))
}
