import { useTranslation } from 'react-i18next'
import { type RecordNumber, recordLabels } from '#shared/flocks.ts'
import { usePreferences } from '#web/data/preferences.ts'
import type { Part } from './record-versions.ts'

/** Labels of a day's fields. */
export function usePartLabels(): Readonly<Record<Part, string>> {
  const { t } = useTranslation('flocks')
  const language = usePreferences(({ language }) => language)
  const numbers = Object.entries(recordLabels).map(([name, label]) => [name, label[language]])
  return {
    ...(Object.fromEntries(numbers) as Record<RecordNumber, string>),
    causes: t($ => $.lossCauses),
    weights: t($ => $.birdByBird),
    reason: t($ => $.reason),
    treatments: t($ => $.medicine),
    note: t($ => $.fields.note),
    pictures: t($ => $.pictures),
  }
}
