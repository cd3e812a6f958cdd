import { useTranslation } from 'react-i18next'
import { settingByName } from '#shared/signals.ts'
import { usePreferences } from '#web/data/preferences.ts'

const NAMED = 3

/** What this house does not have, by name. */
export function Missing({ names }: { names: readonly string[] }) {
  const { t } = useTranslation('settings')
  const language = usePreferences(({ language }) => language)
  if (names.length === 0) return null
  const labels = names.slice(0, NAMED).map(name => settingByName(name)?.label[language] ?? name)
  const rest = names.length - labels.length
  return (
    <p className="caption">
      {t($ => $.lacks)} {labels.join(', ')} {rest > 0 && t($ => $.more, { count: rest })}
    </p>
  )
}
