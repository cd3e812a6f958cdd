import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SettingsOfGroup } from '#shared/contracts/settings.ts'
import { PageSkeleton } from '#web/components/page-skeleton.tsx'
import { useWatch } from '#web/data/live/live.ts'
import { shiftsOf } from './curve.ts'
import { CurveChart } from './curve-chart.tsx'
import { DraftedGroup, GroupForm } from './group-form.tsx'
import { OfHouse } from './of-house.tsx'
import { OtherHouses } from './other-houses.tsx'
import { TargetNow } from './target-now.tsx'
import { type Editing, openIn, useDraft, useGroup } from './use-group.ts'

/**
 * `/deviceSetting/targetParameter?houseId=`: the target by day of age, as curve and table, with the levels that go with it.
 */
export function TargetPage() {
  return <OfHouse group="targetTemperature">{data => <Target data={data} />}</OfHouse>
}

function Target({ data }: { data: SettingsOfGroup }) {
  const { data: levels, isPending } = useGroup(data.house.id, data.device.id, 'minMaxLevel')
  useWatch(useMemo(() => [data.house.id], [data.house.id]))
  if (isPending) return <PageSkeleton />
  if (levels && Object.keys(levels.values).length > 0) return <WithLevels data={data} levels={levels} />
  return <GroupForm data={data} drawing={draft => <Curve data={data} draft={draft} levels={undefined} />} />
}

/** Both groups of points by day of age, with the tools for either once. */
function WithLevels({ data, levels }: { data: SettingsOfGroup; levels: SettingsOfGroup }) {
  const draft = useDraft(data)
  const levelDraft = useDraft(levels)
  return (
    <>
      <DraftedGroup
        data={data}
        draft={draft}
        ways={
          <OtherHouses
            groups={[
              { data, draft },
              { data: levels, draft: levelDraft },
            ]}
          />
        }
        drawing={drawn => <Curve data={data} draft={drawn} levels={levelDraft.document} />}
      />
      <DraftedGroup data={levels} draft={levelDraft} />
    </>
  )
}

/** What the chart draws. */
function legendOf(document: Editing['document']) {
  const { day, night } = shiftsOf(document)
  return [
    'target' as const,
    ...(day === 0 ? [] : ['set' as const]),
    ...(night === day ? [] : ['night' as const]),
    ...(['band', 'alarms', 'live'] as const),
  ]
}

interface CurveProps {
  data: SettingsOfGroup
  draft: Editing
  levels: Editing['document'] | undefined
}

function Curve({ data, draft, levels }: CurveProps) {
  const { t } = useTranslation('settings')
  const isDrawn = !openIn(data)
  return (
    <section className="card settings-card">
      <h2>{t($ => $.curve)}</h2>
      <TargetNow data={data} />
      {data.house.placementDay > 0 && <p className="caption">{t($ => $.countsFromOne)}</p>}
      <ul className="curve-legend">
        {legendOf(draft.document).map(key => (
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
        placementDay={data.house.placementDay}
        iotId={data.device.id}
        type={isDrawn ? draft.type : undefined}
      />
    </section>
  )
}
