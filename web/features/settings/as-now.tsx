import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import type { SettingsOfGroup } from '#shared/contracts/settings.ts'
import { only } from '#shared/setting-draft.ts'
import { isOfOneHouse, type SettingDocument, settingByName } from '#shared/signals.ts'
import { Differences } from './differences.tsx'

/** The values of a group that hold only temporarily, as they are now, without those that belong to one house. */
export function temporaryIn({ held, group, values }: SettingsOfGroup): SettingDocument {
  const names = held.map(({ name }) => name)
  return only(
    values,
    names.filter(name => {
      const signal = settingByName(name)
      return signal?.group === group && !isOfOneHouse(signal)
    }),
  )
}

interface Props {
  data: SettingsOfGroup
  isMeant: boolean
  mean: (isMeant: boolean) => void
}

/** Asks whether temporary values are to be passed on; unasked, it is the permanent ones. Nothing without any. */
export function AsNow({ data, isMeant, mean }: Props) {
  const { t } = useTranslation('settings')
  const now = temporaryIn(data)
  if (Object.keys(now).length === 0) return null
  const lasting = Object.fromEntries(data.held.map(({ name, base }) => [name, base]))
  return (
    <section className="send-waits">
      <p>{t($ => $.lastingOnly)}</p>
      <Differences before={lasting} wanted={now} days={data.values} />
      <Checkbox checked={isMeant} onChange={({ target }) => mean(target.checked)}>
        {t($ => $.asNow)}
      </Checkbox>
    </section>
  )
}
