import { daysAfter } from '#shared/zone-time.ts'

/** The month this many months later, both as `2026-11`. */
export function monthPlus(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7)
}

/** The weeks of a month, Monday to Sunday, filled up with days of the neighbouring months. */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`
  const weekday = (new Date(first).getUTCDay() + 6) % 7
  const next = `${monthPlus(month, 1)}-01`
  const weeks: string[][] = []
  for (let monday = daysAfter(first, -weekday); monday < next; monday = daysAfter(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_, day) => daysAfter(monday, day)))
  return weeks
}
