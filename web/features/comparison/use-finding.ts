import { useTranslation } from 'react-i18next'
import { type FlockMeasure, flockMeasures } from '#shared/flock-figures/standard.ts'
import { figureText, unitText } from '#web/components/flocks/figure-of.ts'
import { numberText } from '#web/components/number-text.ts'
import { useReader } from '#web/data/preferences.ts'
import type { Finding } from './finding.ts'

/** What was found, in one sentence. */
export function useFinding(finding: Finding, measure: FlockMeasure): string {
  const { t } = useTranslation('comparison')
  const reader = useReader()
  const { label, unit } = flockMeasures[measure]
  const figure = label[reader.language]
  switch (finding.kind) {
    case 'broke':
      return [
        t($ => $.found.broke, {
          who: finding.who,
          week: finding.week,
          points: numberText(finding.lost, 1, reader),
        }),
        finding.others.length > 0 && t($ => $.found.kept, { others: finding.others.join(t($ => $.and)) }),
      ]
        .filter(Boolean)
        .join(' ')
    case 'apart':
      return t($ => $.found.apart, {
        best: finding.best,
        worst: finding.worst,
        week: finding.week,
        figure,
        by: `${figureText(measure, finding.by, reader)} ${unitText(unit, reader)}`.trim(),
      })
    case 'alike':
      return t($ => $.found.alike, { week: finding.week, figure })
    default:
      return t($ => $.found.nothing)
  }
}
