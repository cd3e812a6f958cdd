import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import type { Language } from '#shared/text.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { usePreferences } from '#web/data/preferences.ts'
import type { FlockFigure } from './flock-day.ts'
import { deltaOf, limitOf } from './flock-delta.ts'
import { useFlockDay } from './use-day-chart.ts'

/** The flock's last 24 hours against the standard of its breed. */
export function FlockCard({ house }: { house: HouseOnMonitor }) {
  const { t } = useTranslation('house-monitor')
  const { figures, error, refetch } = useFlockDay(house)
  return (
    <section className="card monitor-card flock-card" aria-label={t($ => $.flock)}>
      <header>
        <h2>{t($ => $.flock)}</h2>
        <span className="caption">{t($ => $.actualStandard)}</span>
      </header>
      {error && !figures ? (
        <LoadProblem error={error} retry={() => void refetch()} />
      ) : house.dayAge === null ? (
        <p className="caption">{t($ => $.noFlock)}</p>
      ) : !figures ? (
        <Skeleton active title={false} paragraph={{ rows: 5 }} />
      ) : figures.length === 0 ? (
        <p className="caption">{t($ => $.noDay)}</p>
      ) : (
        <table className="num">
          <tbody>
            {figures.map(figure => (
              <FigureRow key={figure.key} figure={figure} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

const said = (value: number, decimals: number, language: Language) =>
  value.toLocaleString(language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })

function FigureRow({ figure }: { figure: FlockFigure }) {
  const { t } = useTranslation('house-monitor')
  const language = usePreferences(({ language }) => language)
  const { key, actual, decimals, unit } = figure
  const delta = deltaOf(figure)
  const sign = delta ? { [-1]: '\u2212', 0: '', 1: '+' }[Math.sign(delta.value)] : ''
  const shown = limitOf(figure)
  return (
    <tr>
      <th scope="row">{t($ => $.flockFigures[key])}</th>
      <td>
        <strong>{said(actual, decimals, language)}</strong>
        {shown !== null && ` / ${key === 'dead' ? '≤ ' : ''}${said(shown, decimals, language)}`}
        {unit && `\u202f${unit}`}
      </td>
      <td data-sense={delta?.sense}>
        {delta && `${sign}${said(Math.abs(delta.value), key === 'dead' ? 0 : 1, language)}\u202f%`}
        {delta && delta.sense !== 'neutral' && (
          <span className="visually-hidden">{t($ => $.senses[delta.sense as 'good' | 'bad'])}</span>
        )}
      </td>
    </tr>
  )
}
