import { useTranslation } from 'react-i18next'
import type { AnalysisCard } from '#shared/contracts/analysis.ts'
import { dateOf } from '#shared/dates.ts'
import { DayLines } from '#web/components/chart/day-lines.tsx'
import { numberText } from '#web/components/number-text.ts'
import { useReader } from '#web/data/preferences.ts'

/** px */
const HEIGHT = 148
const colours = ['var(--p)', 'var(--q-temperature)', 'var(--q-ventilation)', 'var(--q-co2)']

interface Line {
  name: string
  values: readonly (number | null)[]
}
interface Props {
  label: string
  card: Pick<AnalysisCard, 'days'>
  lines: readonly Line[]
  say?: (value: number) => string
}

/** How figures went through the period, with the name of each line where there are several. */
export function Course({ label, card: { days }, lines, say }: Props) {
  const { t } = useTranslation('analysis')
  const reader = useReader()
  const values = lines.flatMap(line => line.values)
  if (!values.some(value => value)) return <p className="caption">{t($ => $.nothing)}</p>
  const most = Math.max(...values.map(value => value ?? 0))
  const drawn = lines.map((line, i) => ({ ...line, colour: colours[i % colours.length] ?? '' }))
  return (
    <figure className="trend-course">
      {lines.length > 1 && (
        <figcaption>
          {drawn.map(({ name, colour }) => (
            <span key={name}>
              <i style={{ background: colour }} aria-hidden /> {name}
            </span>
          ))}
        </figcaption>
      )}
      <DayLines
        label={label}
        height={HEIGHT}
        days={days.map(day => dateOf(day, reader.language))}
        lines={drawn}
        say={say ?? (value => numberText(value, most < 10 ? 1 : 0, reader))}
      />
    </figure>
  )
}
