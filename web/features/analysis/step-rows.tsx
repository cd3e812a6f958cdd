import { useTranslation } from 'react-i18next'
import { dateOf } from '#shared/dates.ts'
import { numberText } from '#web/components/number-text.ts'
import { useReader } from '#web/data/preferences.ts'
import { BehindLink } from './behind-link.tsx'
import { Figure } from './card.tsx'
import { useChangeText } from './change-text.ts'
import { Course } from './course.tsx'
import { useCard } from './use-card.ts'

interface Props {
  name: 'articles' | 'screens'
  kind: 'article' | 'screen'
  by: string
  label: string
  /** Link to more details. */
  all: { href: string; says: string }
}

/** One counted item step by step: its course, and the steps with any, newest first. */
export function StepRows({ name, kind, by, label, all }: Props) {
  const { t } = useTranslation('analysis')
  const reader = useReader()
  const { ofCount } = useChangeText()
  const data = useCard(name)?.data
  const line = data?.lines.find(each => each.kind === kind && each.key === by)
  if (!data || !line) return <p className="caption">{t($ => $.nothing)}</p>
  const steps = data.days.map((day, i) => ({ day, count: line.values[i] ?? 0 }))
  return (
    <div className="trend-page">
      <Figure
        name={t($ => $.rows.opened)}
        value={numberText(line.now, 0, reader)}
        change={ofCount(line.now, line.before)}
      />
      <Course label={label} card={data} lines={[{ name: label, values: line.values }]} isWhole />
      <BehindLink to={all}>{all.says}</BehindLink>
      <table className="trend-rows">
        <thead>
          <tr>
            <th scope="col">{t($ => (data.step === 'day' ? $.rows.at : $.rows.step))}</th>
            <th scope="col">{t($ => $.rows.opened)}</th>
          </tr>
        </thead>
        <tbody>
          {steps
            .filter(({ count }) => count > 0)
            .toReversed()
            .map(({ day, count }) => (
              <tr key={day} className="num">
                <td>{dateOf(day, reader.language)}</td>
                <td>{numberText(count, 0, reader)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}
