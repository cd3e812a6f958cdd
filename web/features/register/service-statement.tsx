import { useTranslation } from 'react-i18next'
import { STATEMENT_VERSION, serviceStatement } from '#shared/service-statement.ts'
import { usePreferences } from '#web/data/preferences.ts'

/** What one agrees to, in the reader's language, with its version. */
export function ServiceStatement() {
  const { t } = useTranslation('register')
  const language = usePreferences(({ language }) => language)
  return (
    <details className="register-statement">
      <summary>
        {t($ => $.statement)} <small>{t($ => $.version, { version: STATEMENT_VERSION })}</small>
      </summary>
      {serviceStatement.map(paragraph => (
        <p key={paragraph['en-US']}>{paragraph[language]}</p>
      ))}
    </details>
  )
}
