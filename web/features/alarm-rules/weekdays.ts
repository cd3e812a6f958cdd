import { useMemo } from 'react'
import { useReader } from '#web/data/preferences.ts'

/** A Monday. */
const MONDAY = Date.parse('2026-11-16T12:00Z')
const DAY = 86_400_000

/** The weekdays in the reader's language, Monday first; 1 is Monday. */
export function useWeekdays(): { value: number; label: string }[] {
  const { language } = useReader()
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
    return Array.from({ length: 7 }, (_, i) => ({ value: i + 1, label: format.format(MONDAY + i * DAY) }))
  }, [language])
}
