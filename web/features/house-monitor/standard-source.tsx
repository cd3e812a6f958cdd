import { useTranslation } from 'react-i18next'
import type { StandardSource } from '#shared/standards/standard-table.ts'
import { broilerLossSource, type StandardRef, standardOf } from '#shared/standards/standards.ts'
import { usePreferences } from '#web/data/preferences.ts'

/** The source of a breed's standard, its edition, and how reliable it is. */
export function StandardSources({ breed }: { breed: StandardRef }) {
  const { t } = useTranslation('house-monitor')
  const { name, source, houseTypes } = standardOf(breed)
  return (
    <section className="standard-sources caption" aria-label={t($ => $.standardSource)}>
      <Source name={name} source={source} />
      {houseTypes.includes('broiler') && (
        <Source name={t($ => $.lossesByRule)} source={broilerLossSource} hasPublisher={false} />
      )}
    </section>
  )
}

interface SourceProps {
  name: string
  source: StandardSource
  hasPublisher?: boolean
}

function Source({ name, source, hasPublisher = true }: SourceProps) {
  const { t } = useTranslation('house-monitor')
  const language = usePreferences(({ language }) => language)
  const { publisher, publication, edition, confidence, caveat } = source
  const printed = edition === 'undated' ? t($ => $.undated) : edition
  return (
    <p>
      {t($ => $.standardOf, { name })}{' '}
      {hasPublisher && t($ => $.standardPublished, { publisher, publication, edition: printed })}{' '}
      {t($ => $.confidence[confidence])} {caveat[language]}
    </p>
  )
}
