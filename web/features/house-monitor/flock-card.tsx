import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import { contradicting, countedOtherwise } from '#shared/counted-birds.ts'
import { dateOf } from '#shared/dates.ts'
import { stockingDensity } from '#shared/flock.ts'
import { lackingWord } from '#shared/flock-figures/course-measures.ts'
import { standardIn } from '#shared/flock-figures/standard.ts'
import { isLeftOut } from '#shared/probe-doubts.ts'
import { formatSignal } from '#shared/signals.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { numberText } from '#web/components/number-text.ts'
import { AboutMark } from '#web/components/reading-mark.tsx'
import { useReader } from '#web/data/preferences.ts'
import { differenceText, measured } from './figure-text.ts'
import { birdsIn, type FlockFigure } from './flock-day.ts'
import { deltaOf, limitOf } from './flock-delta.ts'
import { FlockToday } from './flock-today-table.tsx'
import { StandardSources } from './standard-source.tsx'
import { useBirdWeight, useCounted, useFlockDay } from './use-flock.ts'

/** The flock: how many, its day so far against yesterday, and its last 24 hours against the breed's standard. */
export function FlockCard({ house }: { house: HouseOnMonitor }) {
  const { t } = useTranslation('house-monitor')
  const { figures, error, refetch } = useFlockDay(house)
  return (
    <section className="card monitor-card flock-card" aria-label={t($ => $.flock)}>
      <h2>{t($ => $.flock)}</h2>
      {house.dayAge === null ? (
        <p className="caption">
          {house.placedInDays === null ? t($ => $.noFlock) : t($ => $.planned, { count: house.placedInDays })}
        </p>
      ) : (
        <>
          <Birds house={house} />
          {error && !figures ? (
            <LoadProblem error={error} retry={() => void refetch()} />
          ) : !figures ? (
            <Skeleton active title={false} paragraph={{ rows: 8 }} />
          ) : (
            <>
              <FlockToday house={house} />
              <LastDay figures={figures} house={house} />
            </>
          )}
        </>
      )}
    </section>
  )
}

/** Live birds and their stocking density. */
function Birds({ house }: { house: HouseOnMonitor }) {
  const { t } = useTranslation('house-monitor')
  const counted = useCounted(house.iotId)
  const weight = useBirdWeight(house.iotId)
  const reader = useReader()
  const { language } = reader
  const { flockCount: placed, flockSold: sold, lengthM, widthM } = house
  const birds = birdsIn(house, counted)
  const other = contradicting(house, counted)
  const isAlive = house.isRecorded || counted !== null
  if (birds === null) return null
  const isWeighed = weight !== null && !(weight.doubt && isLeftOut(weight.doubt))
  const density = stockingDensity(birds, lengthM * widthM, isWeighed ? weight.grams : null)
  const birdsPerArea = measured(density.birds, { unit: '/m²', decimals: 1 }, reader)
  const perArea = [
    t($ => $.perArea, { birds: birdsPerArea.value, area: birdsPerArea.unit }),
    density.kg !== null && formatSignal(density.kg, { unit: 'kg/m²', decimals: 1 }, reader),
  ]
  return (
    <dl className="num">
      <div>
        <dt>{!isAlive && !sold ? t($ => $.placed) : t($ => $.alive)}</dt>
        <dd>
          <strong>{numberText(birds, 0, { language })}</strong>
          {placed !== null && sold
            ? ` ${t($ => $.ofPlacedSold, { placed, sold })}`
            : isAlive && placed !== null && ` ${t($ => $.ofPlaced, { placed })}`}
          {other !== null && (
            <small>{countedOtherwise[language].replace('{count}', numberText(other, 0, { language }))}</small>
          )}
        </dd>
      </div>
      <div>
        <dt>{t($ => $.density)}</dt>
        <dd>
          {perArea.filter(Boolean).join(' · ')}
          <small>{t($ => $.densityOf)}</small>
        </dd>
      </div>
    </dl>
  )
}

function LastDay({ figures, house }: { figures: readonly FlockFigure[]; house: HouseOnMonitor }) {
  const { t } = useTranslation('house-monitor')
  const known = standardIn(house)
  return (
    <>
      <header>
        <h3>{t($ => $.flockDay)}</h3>
        <span className="caption">{t($ => $.actualStandard)}</span>
      </header>
      {figures.length === 0 ? (
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
      {known && figures.some(({ standard }) => standard !== null) && <StandardSources breed={known} />}
    </>
  )
}

function FigureRow({ figure }: { figure: FlockFigure }) {
  const { t } = useTranslation('house-monitor')
  const reader = useReader()
  const { language } = reader
  const { key, actual, doubt, on, counted, lacks } = figure
  const { value, unit } = actual === null ? { value: '—', unit: '' } : measured(actual, figure, reader)
  const delta = deltaOf(figure)
  const shown = limitOf(figure)
  const notes = [
    lacks && lackingWord(lacks, language),
    on && t($ => $.recordedFor, { day: dateOf(on, language) }),
    counted != null && t($ => $.layCountedOtherwise, { rate: numberText(counted, 1, { language }) }),
  ].filter(Boolean)
  return (
    <>
      <tr>
        <th scope="row">{t($ => $.flockFigures[key])}</th>
        <td>
          {doubt && <AboutMark about={{ doubt }} />} <strong>{value}</strong>
          {shown !== null && ` / ${key === 'dead' ? '≤ ' : ''}${measured(shown, figure, reader).value}`}
          {unit && `\u202f${unit}`}
        </td>
        <td data-sense={delta?.sense}>
          {delta && differenceText(delta.value, key === 'dead' ? 0 : 1, language)}
          {delta && delta.sense !== 'neutral' && (
            <span className="visually-hidden">{t($ => $.senses[delta.sense as 'good' | 'bad'])}</span>
          )}
        </td>
      </tr>
      {notes.length > 0 && (
        <tr className="flock-note">
          <td colSpan={3}>
            <small>{notes.join(' · ')}</small>
          </td>
        </tr>
      )}
    </>
  )
}
