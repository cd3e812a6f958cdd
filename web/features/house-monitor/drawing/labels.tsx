import { useTranslation } from 'react-i18next'
import type { Reader } from '#shared/units.ts'
import { amountText } from '../figure-text.ts'
import { type Equipment, fanMetric } from './equipment.ts'
import type { Plan } from './plan.ts'
import { fanStateOf } from './states.ts'
import { usePaint, write } from './use-paint.ts'

interface Props {
  iotId: string | null
  plan: Plan
  equipment: Equipment
  reader: Reader
}

/** Labels at the walls: pads and door, inlets, how many fan groups run. */
export function Labels({ iotId, plan, equipment, reader }: Props) {
  const { t } = useTranslation('house-monitor')
  const lying = plan.orientation === 'lying'
  const percent = (value: number | null, metric: string) =>
    value === null ? '—' : value < 0.5 ? t($ => $.closed) : amountText(value, metric, reader)
  const place = (along: number, line: number) => {
    const { x, y } = plan.point(along, 0)
    return lying ? { x: x + line, y: y - 22 } : { x: x - 19, y: y + line * 0.17, textAnchor: 'end' as const }
  }
  const fans = plan.point(100, lying ? 0 : 50)
  return (
    <g className="labels">
      {equipment.hasPad && (
        <Label
          {...{ iotId, metric: 'Cool/Pad/State', name: t($ => $.pads), ...place(3, 0) }}
          say={value => (value === null ? '—' : value === true ? t($ => $.on) : t($ => $.off))}
        />
      )}
      {equipment.hasDoor && (
        <Label
          {...{ iotId, metric: 'Inlet/Tunnel/Position', name: t($ => $.door), ...place(3, 92) }}
          say={value => percent(typeof value === 'number' ? value : null, 'Inlet/Tunnel/Position')}
        />
      )}
      {equipment.sideInlets.length > 0 && (
        <Label
          {...{ iotId, metric: 'Inlet/Side1/Position', name: t($ => $.inlets), ...place(48, 0) }}
          say={value => percent(typeof value === 'number' ? value : null, 'Inlet/Side1/Position')}
        />
      )}
      {equipment.fanGroups.length > 0 && (
        <RunningFans
          iotId={iotId}
          groups={equipment.fanGroups}
          x={lying ? fans.x + 46 : fans.x}
          y={lying ? fans.y - 22 : plan.height - 6}
        />
      )}
    </g>
  )
}

interface LabelProps {
  iotId: string | null
  metric: string
  name: string
  x: number
  y: number
  textAnchor?: 'end'
  say: (value: unknown) => string
}

function Label({ iotId, metric, name, say, ...place }: LabelProps) {
  const label = usePaint<SVGTextElement>(iotId, [metric], (element, readingOf) => {
    write(element.querySelector('.label-value'), say(readingOf(metric)?.[0] ?? null))
  })
  return (
    <text ref={label} {...place}>
      {name} <tspan className="label-value" />
    </text>
  )
}

function RunningFans({
  iotId,
  groups,
  x,
  y,
}: {
  iotId: string | null
  groups: readonly number[]
  x: number
  y: number
}) {
  const { t } = useTranslation('house-monitor')
  const metrics = groups.flatMap(group => [fanMetric(group), `Alarm/FanGroupFault${group}`])
  const label = usePaint<SVGTextElement>(iotId, metrics, (element, readingOf) => {
    const running = groups.filter(
      group => fanStateOf(readingOf(fanMetric(group)), readingOf(`Alarm/FanGroupFault${group}`)) === 'on',
    )
    write(element.querySelector('.label-value'), `${running.length}/${groups.length}`)
  })
  return (
    <text ref={label} x={x} y={y} textAnchor="middle">
      {t($ => $.fans)} <tspan className="label-value" />
    </text>
  )
}
