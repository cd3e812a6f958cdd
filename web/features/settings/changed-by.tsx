import { useTranslation } from 'react-i18next'
import type { SettingChange, SettingsOfGroup } from '#shared/contracts/settings.ts'
import { stepsOf } from '#shared/temporary-settings.ts'
import { Age, HouseMoment } from '#web/components/time.tsx'

interface Props {
  data: Pick<SettingsOfGroup, 'changedBy' | 'held' | 'house'>
  /** Wire name of a setting. */
  name: string
}

/** Who last changed a setting and when, and until when that holds; nothing if no change is known. */
export function ChangedBy({ data: { changedBy, held, house }, name }: Props) {
  const { t } = useTranslation('settings')
  const last = changedBy[name]
  if (!last) return null
  const [end] = stepsOf(held.find(each => each.name === name) ?? { base: 0, temporaries: [] })
  return (
    <>
      <By change={last} /> · <Age at={last.at} />
      {end && (
        <>
          {' · '}
          {t($ => $.until)} <HouseMoment at={new Date(end.at).toISOString()} timeZone={house.timeZone} />
        </>
      )}
    </>
  )
}

type Made = Pick<SettingChange, 'origin' | 'by' | 'program'>

/** Who made a change: a person, their program, somebody at the panel, or the gateway by itself. */
export function By({ change: { origin, by, program } }: { change: Made }) {
  const { t } = useTranslation('settings')
  if (origin !== 'remote') return <>{origin === 'panel' ? t($ => $.atPanel) : t($ => $.byGateway)}</>
  return (
    <>
      {by}
      {program !== null && ` · ${t($ => $.byProgram, { program })}`}
    </>
  )
}
