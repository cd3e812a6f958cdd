import { useTranslation } from 'react-i18next'
import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import { clockOf } from '#shared/dates.ts'
import { ENOUGH_OF_DAY } from '#shared/flock.ts'
import { AboutMark } from '#web/components/reading-mark.tsx'
import { useReader } from '#web/data/preferences.ts'
import { differenceText, measured } from './figure-text.ts'
import type { TodayFigure } from './flock-today.ts'
import { useFlockToday } from './use-flock.ts'
import { useShowsNews } from './use-shows-news.ts'

/** What the flock has consumed and produced today, against yesterday at the same time; nothing while nothing is known. */
export function FlockToday({ house }: { house: HouseOnMonitor }) {
  const { t } = useTranslation('house-monitor')
  const isNews = useShowsNews(house)
  const today = useFlockToday(house)
  if (!today || today.figures.length === 0) return null
  const time = clockOf(new Date(today.until), house.timeZone)
  return (
    <>
      <header title={house.timeZone}>
        <h3>{t($ => $.flockToday, { time })}</h3>
        <span className="caption">{t($ => $.todayYesterday)}</span>
      </header>
      <table className="num" data-stale={!isNews || undefined}>
        <tbody>
          {today.figures.map(figure => (
            <TodayRow key={figure.key} figure={figure} />
          ))}
        </tbody>
      </table>
    </>
  )
}

const units = { water: 'L', feed: 'kg', eggs: '' } as const

function TodayRow({ figure: { key, today, yesterday, doubt } }: { figure: TodayFigure }) {
  const { t } = useTranslation('house-monitor')
  const reader = useReader()
  const signal = { unit: units[key], decimals: 0 }
  const { value, unit } = today === null ? { value: '—', unit: '' } : measured(today, signal, reader)
  const isCompared = today !== null && yesterday !== null && yesterday >= ENOUGH_OF_DAY
  return (
    <tr>
      <th scope="row">{t($ => $.todayFigures[key])}</th>
      <td>
        {doubt && <AboutMark about={{ doubt }} />} <strong>{value}</strong>
        {yesterday !== null && ` / ${measured(yesterday, signal, reader).value}`}
        {unit && `\u202f${unit}`}
      </td>
      <td>
        {isCompared && !doubt
          ? differenceText((100 * (today - yesterday)) / yesterday, 1, reader.language)
          : null}
      </td>
    </tr>
  )
}
