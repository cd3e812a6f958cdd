import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type FeedBalance, feedBook } from '#shared/contracts/feed-book.ts'
import { dateOf } from '#shared/dates.ts'
import { shownUnit } from '#shared/units.ts'
import { DayLines } from '#web/components/chart/day-lines.tsx'
import { measuredText } from '#web/components/flocks/figure-of.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { numberText } from '#web/components/number-text.ts'
import { StateMark } from '#web/components/state-mark.tsx'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import './feed.css'

/** A house's feed: what is there, how long it lasts, what is doubtful about it, and what the flock has used. */
export function BalanceCard({ houseId }: { houseId: string }) {
  const { t } = useTranslation('flocks')
  const { data, error, refetch } = useQuery({
    queryKey: [feedBook.balance.path, houseId],
    queryFn: () => call(feedBook.balance, { query: { houseId } }),
  })
  if (error) return <LoadProblem error={error} retry={() => void refetch()} />
  if (!data) return null
  return (
    <section className="card feed-balance" aria-label={t($ => $.feed.balanceOf, { house: data.houseName })}>
      {data.days.length === 0 ? <p>{t($ => $.feed.notBegun)}</p> : <Shown balance={data} />}
    </section>
  )
}

function Shown({ balance }: { balance: FeedBalance }) {
  const { t } = useTranslation('flocks')
  const reader = useReader()
  const { days, lasts, scale, flock, today } = balance
  const kg = (value: number) => measuredText(value, 'kg', reader)
  const day = (value: string) => dateOf(value, reader.language)
  const { shown, unit } = shownUnit('kg', reader.units)
  return (
    <>
      <div className="feed-figures">
        <Figure
          title={t($ => $.feed.stock)}
          value={kg(days.at(-1)?.stock ?? 0)}
          says={t($ => $.feed.asOf, { day: day(today) })}
        />
        <Figure
          title={t($ => $.feed.lastsUntil)}
          value={lasts ? day(lasts.until) : '—'}
          says={lasts ? t($ => $.feed.perDay, { amount: kg(lasts.perDay) }) : t($ => $.feed.lastsUnknown)}
        />
        {scale && (
          <Figure title={t($ => $.feed.scale)} value={kg(scale.kg)} says={t($ => $.feed.scaleSays)} />
        )}
        {flock?.feed && (
          <Figure
            title={t($ => $.feed.usedBy, { number: flock.number })}
            value={kg(flock.feed.used)}
            says={t($ => $.feed.usedSays, { recorded: kg(flock.feed.fed) })}
          />
        )}
      </div>
      <Doubts balance={balance} />
      <DayLines
        label={t($ => $.feed.stockByDay, { unit })}
        height={120}
        isAmount
        days={days.map(each => day(each.day))}
        lines={[
          {
            name: t($ => $.feed.stock),
            colour: 'var(--q-feed)',
            values: days.map(({ stock }) => shown(stock)),
          },
        ]}
        say={value => numberText(value, 0, reader)}
      />
    </>
  )
}

function Figure({ title, value, says }: { title: string; value: string; says: string }) {
  return (
    <div>
      <h3>{title}</h3>
      <strong className="num">{value}</strong>
      <p className="caption">{says}</p>
    </div>
  )
}

/** What does not add up, each once. */
function Doubts({ balance: { days, short, scale, unrecorded, today } }: { balance: FeedBalance }) {
  const { t } = useTranslation('flocks')
  const reader = useReader()
  const kg = (value: number) => measuredText(value, 'kg', reader)
  const day = (value: string) => dateOf(value, reader.language)
  const book = days.findLast(each => each.day < today)
  const doubts = [
    short && t($ => $.feed.shortSays, { day: day(short.day), amount: kg(short.kg) }),
    scale?.isFar && book && t($ => $.feed.scaleFar, { book: kg(book.stock), scale: kg(scale.kg) }),
    unrecorded > 0 && t($ => $.feed.unrecorded, { count: unrecorded }),
  ].filter(says => typeof says === 'string')
  if (doubts.length === 0) return null
  return (
    <ul className="feed-doubts">
      {doubts.map(says => (
        <li key={says}>
          <StateMark state="watch" /> {says}
        </li>
      ))}
    </ul>
  )
}
