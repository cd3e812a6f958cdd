import { useTranslation } from 'react-i18next'
import { countedAs, type HouseNow } from '#web/components/use-worst-first.ts'
import { isUnserved } from './unserved.ts'

/** The farm in one sentence, of the houses that devices serve. */
export function FarmSays({ houses: known }: { houses: readonly HouseNow[] }) {
  const { t } = useTranslation('workplace')
  const houses = known.filter(house => !isUnserved(house))
  if (houses.length === 0) return null
  const count = (state: string) => houses.filter(({ urgency }) => countedAs(urgency) === state).length
  const [alarm, offline, watch, normal] = ['alarm', 'offline', 'watch', 'normal'].map(count)
  const parts = [
    alarm ? t($ => $.says.alarm, { count: alarm }) : '',
    offline ? t($ => $.says.offline, { count: offline }) : '',
    watch ? t($ => $.says.watch, { count: watch }) : '',
  ].filter(Boolean)
  return (
    <p className="workplace-says num row gap-15" role="status">
      {parts.length === 0
        ? t($ => $.says.allNormal, { count: normal ?? 0 })
        : t($ => $.says.some, { parts: parts.join(t($ => $.says.comma)), count: normal ?? 0 })}
    </p>
  )
}
