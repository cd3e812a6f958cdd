import { useTranslation } from 'react-i18next'
import type { Alarm } from '#shared/contracts/alarms.ts'
import { clockOf, dayOf } from '#shared/dates.ts'
import { usePreferences } from '#web/data/preferences.ts'

/** Until when, by whom and why nobody is told of an alarm, in one line; null while it is not shelved. */
export function useShelfText(): (alarm: Pick<Alarm, 'shelf'>, zone: string) => string | null {
  const { t } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  return ({ shelf }, zone) => {
    if (!shelf) return null
    const until = new Date(shelf.until)
    const time = `${dayOf(until, language, zone)} ${clockOf(until, zone)}`
    return t($ => $.shelved.says, {
      time,
      name: shelf.by ?? t($ => $.shelved.somebody),
      why: shelf.why ?? '—',
    })
  }
}
