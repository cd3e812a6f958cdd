import type { Severity } from './signals.ts'

/** Minutes that an alarm may be shelved for at most, by level: an emergency never. */
export const SHELF_MOST_MIN: Readonly<Record<Severity, number>> = {
  info: 24 * 60,
  warning: 24 * 60,
  critical: 30,
  emergency: 0,
}

/** Spans to choose from, minutes. */
const SPANS_MIN = [10, 30, 2 * 60, 8 * 60, 24 * 60]

/** The spans that a level allows; none for an emergency. */
export const shelfSpans = (level: Severity): readonly number[] =>
  SPANS_MIN.filter(minutes => minutes <= SHELF_MOST_MIN[level])
