import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { dateOf } from '#shared/dates.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { type State, StateMark } from '../state-mark.tsx'
import { useIsPhone } from '../use-phone.ts'
import { monthPlus, weeksOf } from './month.ts'
import './month-calendar.css'

/** What is on a day. */
export interface CalendarDay {
  /** A summary in a word or two. */
  says: string
  state?: State
  /** The first few, by name. */
  items: readonly string[]
}

interface Props {
  label: string
  /** `2026-11` */
  month: string
  turn: (month: string) => void
  /** `2026-11-26` */
  today: string
  /** By date; days without an entry are empty. */
  days: ReadonlyMap<string, CalendarDay>
  isBusy?: boolean
  /** Shown when the month is empty. */
  none: string
  open: (day: string) => void
}

/** The items of a month: squares on a desk; on a phone a list of the days that have any. */
export function MonthCalendar({ label, month, turn, today, days, isBusy = false, none, open }: Props) {
  const isPhone = useIsPhone()
  return (
    <section className="card month-calendar" aria-label={label} aria-busy={isBusy}>
      <Months month={month} turn={turn} today={today} />
      {days.size === 0 && !isBusy && <p className="caption">{none}</p>}
      {isPhone ? (
        <Agenda days={days} today={today} open={open} />
      ) : (
        <Squares month={month} days={days} today={today} open={open} />
      )}
    </section>
  )
}

function Months({ month, turn, today }: Pick<Props, 'month' | 'turn' | 'today'>) {
  const { t } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const name = new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long', timeZone: 'UTC' })
  const now = today.slice(0, 7)
  return (
    <div className="month-calendar-head row">
      <h2 aria-live="polite">{name.format(Date.parse(`${month}-01`))}</h2>
      {month !== now && (
        <button type="button" onClick={() => turn(now)}>
          {t($ => $.calendar.thisMonth)}
        </button>
      )}
      <button type="button" aria-label={t($ => $.calendar.before)} onClick={() => turn(monthPlus(month, -1))}>
        <ChevronLeft size={18} aria-hidden />
      </button>
      <button type="button" aria-label={t($ => $.calendar.after)} onClick={() => turn(monthPlus(month, 1))}>
        <ChevronRight size={18} aria-hidden />
      </button>
    </div>
  )
}

type Shown = Pick<Props, 'days' | 'today' | 'open'>

function Squares({ month, days, today, open }: Shown & Pick<Props, 'month'>) {
  const language = usePreferences(({ language }) => language)
  const weeks = weeksOf(month)
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  return (
    <table>
      <thead>
        <tr>
          {weeks[0]?.map(day => (
            <th key={day} scope="col">
              {weekday.format(Date.parse(day))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map(week => (
          <tr key={week[0]}>
            {week.map(day => (
              <td
                key={day}
                data-other={!day.startsWith(month) || undefined}
                data-today={day === today || undefined}
              >
                <time dateTime={day} className="num">
                  {Number(day.slice(8))}
                </time>
                <Held day={day} held={days.get(day)} open={open} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Agenda({ days, today, open }: Shown) {
  const language = usePreferences(({ language }) => language)
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  return (
    <ol>
      {[...days].map(([day, held]) => (
        <li key={day} data-today={day === today || undefined}>
          <time dateTime={day}>
            <b className="num">{Number(day.slice(8))}</b> {weekday.format(Date.parse(day))}
          </time>
          <Held day={day} held={held} open={open} />
        </li>
      ))}
    </ol>
  )
}

function Held({ day, held, open }: Pick<Props, 'open'> & { day: string; held: CalendarDay | undefined }) {
  const language = usePreferences(({ language }) => language)
  if (!held) return null
  const { says, state, items } = held
  return (
    <button type="button" onClick={() => open(day)}>
      <span className="visually-hidden">{dateOf(day, language)}</span>
      <b>
        {state && <StateMark state={state} />} {says}
      </b>
      {items.map(item => (
        <span key={item}>{item}</span>
      ))}
    </button>
  )
}
