import type { Statement } from '#shared/contracts/service-statement.ts'
import { usePreferences } from '#web/data/preferences.ts'

/** The service statement in the reader's language. */
export function ServiceStatement({ statement }: { statement: Statement }) {
  const language = usePreferences(({ language }) => language)
  return statement.texts[language].map(paragraph => <p key={paragraph}>{paragraph}</p>)
}
