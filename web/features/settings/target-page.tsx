import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SettingsOfGroup } from '#shared/contracts/settings.ts'
import { useWatch } from '#web/data/live/live.ts'
import { CurveChart } from './curve-chart.tsx'
import { GroupForm } from './group-form.tsx'
import { OfHouse } from './of-house.tsx'
import { type Editing, openIn, useGroup } from './use-group.ts'

/**
 * `/deviceSetting/targetParameter?houseId=`: the target by day of age, as curve and table, with the levels that go with it.
 */
export function TargetPage() {
  return <OfHouse group="targetTemperature">{data => <Target data={data} />}</OfHouse>
}

function Target({ data }: { data: SettingsOfGroup }) {
  const { data: levels } = useGroup(data.house.id, data.device.id, 'minMaxLevel')
  useWatch(useMemo(() => [data.house.id], [data.house.id]))
  return (
    <>
      <GroupForm data={data} drawing={draft => <Curve data={data} draft={draft} levels={levels?.values} />} />
      {levels && Object.keys(levels.values).length > 0 && <GroupForm data={levels} />}
    </>
  )
}

interface CurveProps {
  data: SettingsOfGroup
  draft: Editing
  levels: SettingsOfGroup['values'] | undefined
}

function Curve({ data, draft, levels }: CurveProps) {
  const { t } = useTranslation('settings')
  const isDrawn = !openIn(data)
  return (
    <section className="card settings-card">
      <h2>{t($ => $.curve)}</h2>
      <ul className="curve-legend">
        {(['target', 'band', 'alarms', 'live'] as const).map(key => (
          <li key={key} data-key={key}>
            {t($ => $.legend[key])}
          </li>
        ))}
      </ul>
      <CurveChart
        draft={draft}
        before={draft.changed.length > 0 ? data.values : undefined}
        levels={levels}
        age={data.house.age}
        iotId={data.device.id}
        type={isDrawn ? draft.type : undefined}
      />
    </section>
  )
}
