import { useTranslation } from 'react-i18next'
import { numberText } from '#web/components/number-text.ts'
import { percentText } from '#web/components/percent-text.ts'
import { useReader } from '#web/data/preferences.ts'

/** Compares a figure with the previous period: how far it moved, with its sign and in words. */
export function useChangeText() {
  const { t } = useTranslation('analysis')
  const reader = useReader()
  const direction = (now: number, before: number) => Math.sign(now - before)
  return {
    /** For counts. */
    ofCount(now: number, before: number): string {
      if (before === 0) return now === 0 ? t($ => $.same, { before: '0' }) : t($ => $.noneBefore)
      const words = {
        change: percentText((100 * (now - before)) / before, 0, reader),
        before: numberText(before, 0, reader),
      }
      const way = direction(now, before)
      return way > 0 ? t($ => $.more, words) : way < 0 ? t($ => $.fewer, words) : t($ => $.same, words)
    },
    /** For percentages, which move by points. */
    ofRate(now: number | null, before: number | null): string {
      if (now === null || before === null) return t($ => $.noneBefore)
      const points = Number((now - before).toFixed(1))
      const words = {
        change: `${points > 0 ? '+' : '\u2212'}${numberText(Math.abs(points), 1, reader)}`,
        before: `${numberText(before, 1, reader)}\u202f%`,
      }
      return points > 0
        ? t($ => $.higher, words)
        : points < 0
          ? t($ => $.lower, words)
          : t($ => $.steady, words)
    },
    /** For durations in hours. */
    ofHours(now: number | null, before: number | null): string {
      if (now === null || before === null || before === 0) return t($ => $.noneBefore)
      const words = {
        change: percentText((100 * (now - before)) / before, 0, reader),
        before: t($ => $.tickets.hours, { hours: numberText(before, before < 10 ? 1 : 0, reader) }),
      }
      const way = direction(now, before)
      return way > 0 ? t($ => $.slower, words) : way < 0 ? t($ => $.faster, words) : t($ => $.steady, words)
    },
  }
}
