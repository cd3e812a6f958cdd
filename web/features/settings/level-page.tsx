import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SettingsOfGroup } from '#shared/contracts/settings.ts'
import { useReading, useWatch } from '#web/data/live/live.ts'
import { useReader } from '#web/data/preferences.ts'
import { GroupForm } from './group-form.tsx'
import { meanGroups } from './mean-groups.ts'
import { OfHouse } from './of-house.tsx'

const LEVEL = 'Vent/Level'

/** `/deviceSetting/ventilationLevel?houseId=`: what each level switches, and the level that the house is on. */
export function LevelPage() {
  return <OfHouse group="levels">{data => <Levels data={data} />}</OfHouse>
}

function Levels({ data }: { data: SettingsOfGroup }) {
  const { t } = useTranslation('settings')
  const { language } = useReader()
  useWatch(useMemo(() => [data.house.id], [data.house.id]))
  const level = useReading(data.device.id, LEVEL)?.[0]
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 1, minimumFractionDigits: 1 })
  return (
    <GroupForm
      data={data}
      rows={draft => ({
        current: typeof level === 'number' ? `Settings/Vent/L${String(level).padStart(2, '0')}` : undefined,
        computed: [
          {
            key: 'groups',
            title: t($ => $.meanGroups),
            unit: '',
            of: row => {
              const mean = meanGroups(draft.document, row.key)
              return mean === null ? null : format.format(mean)
            },
          },
        ],
      })}
    />
  )
}
