import { Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Chart, DoubtSpan } from '#shared/contracts/houses.ts'
import { type Doubt, sayDoubt } from '#shared/probe-doubts.ts'
import { type AboutReading, useAboutReading } from '#web/data/live/live.ts'
import { usePreferences } from '#web/data/preferences.ts'
import './reading-mark.css'

/**
 * How much of a mark is shown: its sign, its sign and word, all that is to be said, or its sign within a button, where no
 * key can stop at it.
 */
type Size = 'sign' | 'word' | 'says' | 'inButton'

interface Props {
  iotId: string | null
  metric: string
  size?: Size
}

/**
 * Beside every value that a device told: that it is not believed, why and what to check, or that it is worked out. Nothing
 * beside a value that is told and believed.
 */
export function ReadingMark({ iotId, metric, size }: Props) {
  return <AboutMark about={useAboutReading(iotId, metric)} size={size} />
}

/** The same mark for a value that is not read live. */
export function AboutMark({ about, size = 'sign' }: { about: AboutReading | null; size?: Size | undefined }) {
  const { t } = useTranslation('components')
  const say = useSayDoubt()
  if (!about) return null
  if ('doubt' in about)
    return (
      <Mark kind="doubt" word={t($ => $.reading.inDoubt)} says={say(about.doubt)} size={size}>
        <path d="M8 1.5 14.5 8 8 14.5 1.5 8z" fill="none" stroke="currentColor" strokeWidth={1.6} />
        <path d="M6.4 6.6a1.6 1.6 0 1 1 2.3 1.5c-.5.3-.7.5-.7 1M8 10.6v.5" />
      </Mark>
    )
  return (
    <Mark
      kind="worked-out"
      word={t($ => $.reading.workedOut)}
      says={t($ => $.reading.workedOutFrom, { count: about.probes })}
      size={size}
    >
      <path d="M3 6.2c1.7-1.6 3.3-1.6 5 0s3.3 1.6 5 0M3 10.6c1.7-1.6 3.3-1.6 5 0s3.3 1.6 5 0" />
    </Mark>
  )
}

/** What is to be said about a stored series; of several doubts the one that stands or ended last. */
export function aboutSeries(series: Chart['series'][number] | undefined): AboutReading | null {
  if (series?.probes) return { probes: series.probes }
  const end = ({ to }: DoubtSpan) => to ?? Number.POSITIVE_INFINITY
  const doubt = series?.doubts?.toSorted((a, b) => end(b) - end(a))[0]
  return doubt ? { doubt } : null
}

/** Why a value is not believed and what to check, in the reader's language. */
export function useSayDoubt(): (doubt: Doubt) => string {
  const language = usePreferences(({ language }) => language)
  return doubt => sayDoubt(doubt)[language]
}

interface MarkProps {
  kind: 'doubt' | 'worked-out'
  word: string
  says: string
  size: Size
  /** Its sign, drawn with a line: the shape says it without colour. */
  children: ReactNode
}

function Mark({ kind, word, says, size, children }: MarkProps) {
  const sign = (
    <svg viewBox="0 0 16 16" width={14} height={14} aria-hidden>
      <g fill="none" stroke="currentColor" strokeLinecap="round" strokeWidth={1.5}>
        {children}
      </g>
    </svg>
  )
  if (size === 'says')
    return (
      <span className="reading-mark" data-mark={kind} data-size={size}>
        {sign} <span>{says}</span>
      </span>
    )
  return (
    <Tooltip title={says}>
      <span className="reading-mark" data-mark={kind} {...(size !== 'inButton' && { tabIndex: 0 })}>
        {sign}
        {size === 'word' && word}
        <span className="visually-hidden">
          {size !== 'word' && `${word}: `}
          {says}
        </span>
      </span>
    </Tooltip>
  )
}
