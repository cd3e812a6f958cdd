import { doubtOf } from '#shared/probe-doubts.ts'
import type { Reader } from '#shared/units.ts'
import { useSayDoubt } from '#web/components/reading-mark.tsx'
import { useDoubts } from '#web/data/live/live.ts'
import { figureText } from '../figure-text.ts'
import { type Goal, markFor } from '../figures.ts'
import type { Probe, ProbeKind } from './equipment.ts'
import type { Point } from './plan.ts'
import { numberOf } from './states.ts'
import { usePaint, write } from './use-paint.ts'

/** The goal for a reading of this kind in the house now; `targetMetric` moves the goal of temperature. */
export type GoalOf = (kind: ProbeKind, target: number | null) => Goal | null

interface Props {
  iotId: string | null
  probe: Probe
  place: Point
  reader: Reader
  goalOf: GoalOf
}

const TARGET = 'Climate/Temp/Target'
/** px by kind: wide enough for any value, so that nothing moves when a digit comes or goes. */
const widths: Readonly<Record<ProbeKind, number>> = { temperature: 66, humidity: 62, co2: 82, nh3: 72 }
/** A hot house has three digits before the point in °F. */
const FAHRENHEIT_WIDTH = 74
const suffix: Readonly<Record<ProbeKind, string>> = { temperature: '°', humidity: '%', co2: '', nh3: '' }

/** A sensor in its place: its name and value, in the colour of its state. */
export function ProbePill({ iotId, probe, place, reader, goalOf }: Props) {
  const { metric, kind, name, fault } = probe
  const doubt = doubtOf(useDoubts(iotId), metric)
  const say = useSayDoubt()
  const pill = usePaint<SVGGElement>(iotId, [metric, TARGET, fault], (element, readingOf) => {
    const reading = readingOf(metric)
    const value = numberOf(reading)
    const broken = value === null || readingOf(fault)?.[0] === true
    const mark = value === null ? null : markFor(value, goalOf(kind, numberOf(readingOf(TARGET))))
    element.dataset.state = doubt
      ? 'doubt'
      : broken
        ? 'broken'
        : mark && kind === 'temperature'
          ? 'alarm'
          : (mark ?? 'normal')
    const text = figureText(reading, metric, reader).value
    write(element.querySelector('.pill-value'), value === null ? '—' : `${text}${suffix[kind]}`)
  })
  const width = kind === 'temperature' && reader.units === 'imperial' ? FAHRENHEIT_WIDTH : widths[kind]
  return (
    <g ref={pill} className="pill" data-probe={name} transform={`translate(${place.x} ${place.y})`}>
      {doubt && <title>{say(doubt)}</title>}
      <circle className="pulse" r={12} />
      <rect x={-width / 2} y={-11} width={width} height={22} rx={11} />
      <text x={-width / 2 + 9} y={4} className="pill-name">
        {name}
        {doubt && <tspan className="pill-doubt">?</tspan>}
      </text>
      <text x={width / 2 - 9} y={4} className="pill-value" />
    </g>
  )
}
