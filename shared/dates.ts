import type { Language } from './text.ts'

/** Creating a format takes longer than using it a thousand times. */
const formats = new Map<string, Intl.DateTimeFormat>()

function known(key: string, make: () => Intl.DateTimeFormat): Intl.DateTimeFormat {
  const found = formats.get(key) ?? make()
  formats.set(key, found)
  return found
}

/** The one form of a date in each language, on screens, in files and in sentences: `20 Nov 2026`, `2026-11-20`. */
export const dayOf = (at: Date | number, language: Language, timeZone: string): string =>
  known(`day ${language} ${timeZone}`, () =>
    language === 'zh-CN'
      ? new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone })
      : new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone }),
  ).format(at)

/** On an axis, where the year is known: `20 Nov`, `11-20`. */
export const nearDayOf = (at: Date | number, language: Language, timeZone: string): string =>
  dayOf(at, language, timeZone).replace(/ \d{4}$|^\d{4}-/, '')

/** A calendar day, `2026-11-20`, as people write it. */
export const dateOf = (day: string, language: Language): string =>
  dayOf(Date.parse(`${day}T00:00Z`), language, 'UTC')

/** Hour and minute of a time in a zone. */
export const clockOf = (at: Date | number, timeZone: string): string =>
  known(
    `clock ${timeZone}`,
    () => new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }),
  ).format(at)

/** A moment as short as it can be for somebody who reads it `now`: its time today, before that with the day. */
export function nearMomentOf(at: Date | number, now: number, language: Language, timeZone: string): string {
  const clock = clockOf(at, timeZone)
  const isToday = dayOf(at, language, timeZone) === dayOf(now, language, timeZone)
  return isToday ? clock : `${nearDayOf(at, language, timeZone)} ${clock}`
}

/** The time to the second. */
export const exactClockOf = (at: Date | number, timeZone: string): string =>
  known(
    `exact clock ${timeZone}`,
    () => new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone }),
  ).format(at)

/** Day and time to the second. */
export const momentOf = (at: Date | number, language: Language, timeZone: string): string =>
  `${dayOf(at, language, timeZone)} ${exactClockOf(at, timeZone)}`

/** A moment's offset as people write it, `UTC+8`. */
export function offsetOf(at: Date, timeZone: string): string {
  const format = known(
    `offset ${timeZone}`,
    () => new Intl.DateTimeFormat('en-GB', { timeZoneName: 'shortOffset', timeZone }),
  )
  const zone = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value
  return (zone ?? timeZone).replace('GMT', 'UTC')
}
