import type { AnalysisCard } from '#shared/contracts/analysis.ts'
import { numberText } from '#web/components/number-text.ts'
import { useReader } from '#web/data/preferences.ts'
import { Figure } from './card.tsx'
import { useChangeText } from './change-text.ts'
import { Course, type Line } from './course.tsx'
import { linesIn, summed } from './use-card.ts'

interface CountedProps {
  /** Title of the card and name of the chart. */
  title: string
  name: string
  data: AnalysisCard
  kind: AnalysisCard['lines'][number]['kind']
  /** Its components, one line each; a single line by default. */
  parts?: readonly Line[] | undefined
}

/** All of one kind: how many, compared with before, and the course. */
export function Counted({ title, name, data, kind, parts }: CountedProps) {
  const reader = useReader()
  const { ofCount } = useChangeText()
  const all = summed(linesIn(data, kind), data)
  return (
    <>
      <Figure name={name} value={numberText(all.now, 0, reader)} change={ofCount(all.now, all.before)} />
      {data.lines.some(line => line.kind === kind && line.values.length > 0) && (
        <Course label={title} card={data} lines={parts ?? [{ name, values: all.values }]} isWhole />
      )}
    </>
  )
}
