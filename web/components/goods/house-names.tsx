import { usePreferences } from '#web/data/preferences.ts'

/** Up to this many houses are named; beyond that, just counted. */
const NAMED = 3

/** The names of houses in one line. */
export function HouseNames({ houses }: { houses: readonly { id: string; name: string }[] }) {
  const language = usePreferences(({ language }) => language)
  const names = houses.slice(0, NAMED).map(({ name }) => name)
  const rest = houses.length - names.length
  const shown = rest > 0 ? [...names, `+${rest.toLocaleString(language)}`] : names
  return <>{shown.join(language === 'zh-CN' ? '、' : ', ')}</>
}
