import { ImageDown } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnalysisCard } from '#shared/contracts/analysis.ts'
import { dateOf } from '#shared/dates.ts'
import type { AxisKind } from '#web/components/chart/axis.ts'
import { DayLines } from '#web/components/chart/day-lines.tsx'
import { savePicture } from '#web/components/chart/save-picture.ts'
import { numberText } from '#web/components/number-text.ts'
import { useReader } from '#web/data/preferences.ts'

/** px */
const HEIGHT = 148
const colours = ['var(--p)', 'var(--q-temperature)', 'var(--q-ventilation)', 'var(--q-co2)']

export interface Line {
  name: string
  values: readonly (number | null)[]
}
interface Props extends AxisKind {
  label: string
  card: Pick<AnalysisCard, 'days' | 'from' | 'to'>
  lines: readonly Line[]
  say?: (value: number) => string
}

/** The course of figures over the period, with a name per line if there are several; can be saved as a picture. */
export function Course({ label, card: { days, from, to }, lines, say, isWhole, most }: Props) {
  const { t } = useTranslation('analysis')
  const reader = useReader()
  const place = useRef<HTMLElement>(null)
  const values = lines.flatMap(line => line.values)
  if (!values.some(value => value)) return <p className="caption">{t($ => $.nothing)}</p>
  const drawn = lines.map((line, i) => ({ ...line, colour: colours[i % colours.length] ?? '' }))
  const keys = lines.length > 1 ? drawn : []
  const day = (date: string) => dateOf(date, reader.language)
  const save = () => {
    const drawing = place.current?.querySelector('svg.day-lines')
    if (drawing instanceof SVGSVGElement)
      void savePicture(drawing, {
        title: label,
        says: `${day(from)} – ${day(to)}`,
        keys: keys.map(({ name }) => name),
      })
  }
  return (
    <figure ref={place} className="trend-course">
      <figcaption>
        {keys.map(({ name, colour }) => (
          <span key={name}>
            <i style={{ background: colour }} aria-hidden /> {name}
          </span>
        ))}
        <button
          type="button"
          className="trend-save"
          aria-label={t($ => $.savePicture, { name: label })}
          title={t($ => $.savePicture, { name: label })}
          onClick={save}
        >
          <ImageDown size={16} aria-hidden />
        </button>
      </figcaption>
      <DayLines
        label={label}
        height={HEIGHT}
        days={days.map(day)}
        lines={drawn}
        say={say ?? (value => numberText(value, 0, reader))}
        isWhole={isWhole}
        most={most}
      />
    </figure>
  )
}
