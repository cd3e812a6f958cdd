import { useTranslation } from 'react-i18next'
import type { Finding } from '#shared/flock-figures/finding.ts'
import { type FlockMeasure, flockMeasures } from '#shared/flock-figures/standard.ts'
import { figureText, unitText } from '#web/components/flocks/figure-of.ts'
import type { ShownMetric } from '#web/components/metric.ts'
import { numberText } from '#web/components/number-text.ts'
import { useReader } from '#web/data/preferences.ts'

interface Found {
  finding: Finding
  /** Those that it says nothing of, since nobody knows of how many birds their figures are. */
  leftOut: readonly string[]
}

/** The finding in one sentence, and a second one about those that are left out. */
export function useFinding(
  { finding, leftOut }: Found,
  measure: FlockMeasure,
  metric: ShownMetric | null,
): string {
  const { t } = useTranslation('comparison')
  const { language } = useReader()
  const says = useSentence(finding, measure, metric)
  if (metric || leftOut.length === 0 || finding.kind === 'uncounted') return says
  const figure = flockMeasures[measure].label[language]
  return [says, t($ => $.found.uncounted, { figure, who: leftOut.join(t($ => $.and)) })].join(' ')
}

function useSentence(finding: Finding, measure: FlockMeasure, metric: ShownMetric | null): string {
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
          from: numberText(finding.from, 1, reader),
          to: numberText(finding.to, 1, reader),
        }),
        finding.others.length > 0 && t($ => $.found.kept, { others: finding.others.join(t($ => $.and)) }),
      ]
        .filter(Boolean)
        .join(' ')
    case 'apart':
    case 'apartFromOwn':
      return t($ => $.found[finding.kind], {
        high: finding.high,
        low: finding.low,
        week: finding.week,
        figure,
        by: `${figureText(measure, finding.by, reader)} ${unit === '%' ? t($ => $.points) : unitText(unit, reader)}`.trim(),
      })
    case 'uncounted':
      return t($ => $.found.uncounted, { figure, who: finding.who.join(t($ => $.and)) })
    case 'breeds':
      return t($ => $.found.breeds, { figure })
    case 'alike':
      return t($ => $.found.alike, { week: finding.week, figure })
    case 'higher':
      return t($ => $.found.higher, {
        figure: metric?.label ?? '',
        high: finding.high,
        low: finding.low,
        by: `${numberText(metric?.difference(finding.by) ?? finding.by, 1, reader)}\u202f${metric?.unit ?? ''}`.trim(),
      })
    case 'same':
      return t($ => $.found.same, { figure: metric?.label ?? '' })
    case 'never':
      return t($ => $.found.never, { figure: metric?.label ?? figure })
    default:
      return t($ => $.found.nothing)
  }
}
