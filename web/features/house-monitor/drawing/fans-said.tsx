import { useTranslation } from 'react-i18next'
import type { ReadingOf } from '#web/data/live/live.ts'
import { fanMetric } from './equipment.ts'
import { fanStateOf } from './states.ts'
import { usePaint, write } from './use-paint.ts'

interface Props {
  iotId: string | null
  groups: readonly number[]
}

const faultOf = (group: number): string => `Alarm/FanGroupFault${group}`
const stateOf = (group: number, readingOf: ReadingOf) =>
  fanStateOf(readingOf(fanMetric(group)), readingOf(faultOf(group)))

/** The fan groups in words, for whoever does not see them turn: how many run, then each with its state. */
export function FansSaid({ iotId, groups }: Props) {
  const { t } = useTranslation('house-monitor')
  const metrics = groups.flatMap(group => [fanMetric(group), faultOf(group)])
  const sum = usePaint<HTMLParagraphElement>(iotId, metrics, (element, readingOf) => {
    const running = groups.filter(group => stateOf(group, readingOf) === 'on').length
    write(
      element,
      t($ => $.fansRunning, { count: running, all: groups.length }),
    )
  })
  if (groups.length === 0) return null
  return (
    <div className="visually-hidden">
      <p ref={sum} />
      <ul aria-label={t($ => $.fans)}>
        {groups.map(group => (
          <Group key={group} iotId={iotId} group={group} />
        ))}
      </ul>
    </div>
  )
}

function Group({ iotId, group }: { iotId: string | null; group: number }) {
  const { t } = useTranslation('house-monitor')
  const said = usePaint<HTMLLIElement>(iotId, [fanMetric(group), faultOf(group)], (element, readingOf) => {
    const state = stateOf(group, readingOf)
    write(
      element,
      t($ => $.fanGroupIs, { group, state: t($ => $.fanStates[state]) }),
    )
  })
  return <li ref={said} />
}
