import { serviceStatement } from '#shared/service-statement.ts'
import { usePreferences } from '#web/data/preferences.ts'

/** What one agrees to, in the reader's language. */
export function ServiceStatement() {
  const language = usePreferences(({ language }) => language)
  return serviceStatement.map(paragraph => <p key={paragraph['en-US']}>{paragraph[language]}</p>)
}
