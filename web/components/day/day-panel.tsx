import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateOf } from '#shared/dates.ts'
import { daysAfter } from '#shared/zone-time.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { monthPlus, weeksOf } from '../calendar/month.ts'
import { PopoverPanel } from '../popover-panel.tsx'

interface Props {
  /** yyyy-mm-dd, like all days here. */
  day: string | undefined
  today: string
  min: string | undefined
  max: string | undefined
  choose: (day: string) => void
  close: () => void
}

/** A month to pick a day from, by pointer or by the keys of every calendar: arrows, Home, End, Page Up and Page Down. */
export function DayPanel({ day, today, min, max, choose, close }: Props) {
  const { t } = useTranslation('components')
  const clamp = (wanted: string) => (min && wanted < min ? min : max && wanted > max ? max : wanted)
  const [at, setAt] = useState(() => clamp(day ?? today))
  const grid = useRef<HTMLTableElement>(null)
  useEffect(() => {
    grid.current?.querySelector<HTMLButtonElement>(`[data-day="${at}"]`)?.focus()
  }, [at])
  const isOut = (one: string) => one !== clamp(one)
  const follow = (event: KeyboardEvent) => {
    const next = keyed(event, at)
    if (event.key === 'Escape') close()
    if (!next) return
    event.preventDefault()
    setAt(clamp(next))
  }
  return (
    <PopoverPanel>
      <div className="day-panel" role="dialog" aria-label={t($ => $.dayField.open)}>
        <Head month={at.slice(0, 7)} turn={months => setAt(clamp(sameDayIn(at, months)))} />
        <Month table={grid} at={at} {...{ day, today, isOut, choose, onKeyDown: follow }} />
        {!isOut(today) && (
          <button type="button" className="day-panel-today" onClick={() => choose(today)}>
            {t($ => $.dayField.today)}
          </button>
        )}
      </div>
    </PopoverPanel>
  )
}

/** The same day of another month, or its last one. */
function sameDayIn(day: string, months: number): string {
  const month = monthPlus(day.slice(0, 7), months)
  const last = daysAfter(`${monthPlus(month, 1)}-01`, -1)
  const wanted = `${month}-${day.slice(8)}`
  return wanted > last ? last : wanted
}

/** Where a key leads from a day; undefined if it is not one of the calendar's. */
function keyed({ key, shiftKey }: KeyboardEvent, at: string): string | undefined {
  const weekday = (new Date(at).getUTCDay() + 6) % 7
  switch (key) {
    case 'ArrowLeft':
      return daysAfter(at, -1)
    case 'ArrowRight':
      return daysAfter(at, 1)
    case 'ArrowUp':
      return daysAfter(at, -7)
    case 'ArrowDown':
      return daysAfter(at, 7)
    case 'Home':
      return daysAfter(at, -weekday)
    case 'End':
      return daysAfter(at, 6 - weekday)
    case 'PageUp':
      return sameDayIn(at, shiftKey ? -12 : -1)
    case 'PageDown':
      return sameDayIn(at, shiftKey ? 12 : 1)
    default:
      return undefined
  }
}

function Head({ month, turn }: { month: string; turn: (months: number) => void }) {
  const { t } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const name = new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long', timeZone: 'UTC' })
  return (
    <div className="day-panel-head row">
      <button type="button" aria-label={t($ => $.calendar.before)} onClick={() => turn(-1)}>
        <ChevronLeft size={18} aria-hidden />
      </button>
      <strong aria-live="polite">{name.format(Date.parse(`${month}-01`))}</strong>
      <button type="button" aria-label={t($ => $.calendar.after)} onClick={() => turn(1)}>
        <ChevronRight size={18} aria-hidden />
      </button>
    </div>
  )
}

interface MonthProps extends Pick<Props, 'day' | 'today' | 'choose'> {
  table: RefObject<HTMLTableElement | null>
  at: string
  isOut: (day: string) => boolean
  onKeyDown: (event: KeyboardEvent) => void
}

function Month({ table, at, day, today, isOut, choose, onKeyDown }: MonthProps) {
  const language = usePreferences(({ language }) => language)
  const month = at.slice(0, 7)
  const weeks = weeksOf(month)
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'narrow', timeZone: 'UTC' })
  return (
    <table ref={table} onKeyDown={onKeyDown}>
      <thead>
        <tr>
          {weeks[0]?.map(each => (
            <th key={each} scope="col">
              {weekday.format(Date.parse(each))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map(week => (
          <tr key={week[0]}>
            {week.map(each => (
              <td key={each}>
                <button
                  type="button"
                  className="num"
                  data-day={each}
                  tabIndex={each === at ? 0 : -1}
                  disabled={isOut(each)}
                  aria-label={dateOf(each, language)}
                  aria-current={each === today ? 'date' : undefined}
                  aria-pressed={each === day}
                  data-other={!each.startsWith(month) || undefined}
                  onClick={() => choose(each)}
                >
                  {Number(each.slice(8))}
                </button>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
