import { useTranslation } from 'react-i18next'
import { type StandardRef, standardOf } from '#shared/standards/standards.ts'
import { usePreferences } from '#web/data/preferences.ts'

/** Whose standard a flock is compared with, which edition, and how reliable it is. */
export function Standard({ breed }: { breed: StandardRef }) {
  const { t } = useTranslation('flocks')
  const language = usePreferences(({ language }) => language)
  const { name, source } = standardOf(breed)
  const { publisher, publication, edition, confidence, caveat } = source
  return (
    <dl className="flock-standard">
      <dt>{t($ => $.standardOf)}</dt>
      <dd>{name}</dd>
      <dt>{t($ => $.source)}</dt>
      <dd>
        {[
          publisher,
          publication === name ? '' : publication,
          edition === 'undated' ? t($ => $.undated) : edition,
        ]
          .filter(Boolean)
          .join(', ')}
      </dd>
      <dt>{t($ => $.confidence)}</dt>
      <dd>{t($ => $.confidences[confidence])}</dd>
      <dd className="flock-caveat">{caveat[language]}</dd>
    </dl>
  )
}
