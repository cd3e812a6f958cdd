import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { SettingsOfGroup } from '#shared/contracts/settings.ts'
import type { SettingGroupKey } from '#shared/signals.ts'
import { ChooseHouse } from '#web/components/choose-house.tsx'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { PageSkeleton } from '#web/components/page-skeleton.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { useReader } from '#web/data/preferences.ts'
import { groupTitle } from './group-title.ts'
import { SettingsHead } from './settings-head.tsx'
import { useGroup } from './use-group.ts'
import './settings.css'

interface Props {
  group: SettingGroupKey
  children: (data: SettingsOfGroup) => ReactNode
}

/** A screen for one group of a house's controller; asks for the house if none is given. */
export function OfHouse({ group, children }: Props) {
  const { houseId, device } = useScreen().search
  if (!houseId) return <NoHouse />
  return (
    <Loaded key={`${houseId} ${device} ${group}`} houseId={houseId} deviceId={device} group={group}>
      {children}
    </Loaded>
  )
}

function Loaded({
  houseId,
  deviceId,
  group,
  children,
}: Props & { houseId: string; deviceId: string | undefined }) {
  const { language } = useReader()
  const { nameTab } = useScreen()
  const { data, error, isPending, refetch } = useGroup(houseId, deviceId, group)
  const name = data?.house.name
  const title = groupTitle(group, language)
  useEffect(() => {
    if (name) nameTab(`${name} · ${title}`)
  }, [name, title, nameTab])
  if (isPending) return <PageSkeleton />
  if (!data) return <SettingsProblem error={error} retry={() => void refetch()} />
  return (
    <div className="page settings-page">
      <SettingsHead data={data} here={group} />
      {children(data)}
    </div>
  )
}

/** Asks which house's settings this screen should show. */
export function NoHouse() {
  const { t } = useTranslation('settings')
  return (
    <ChooseHouse
      title={t($ => $.title)}
      says={t($ => $.chooseHouse)}
      saysOtherwise={t($ => $.openFromHouse)}
    />
  )
}

/** Shown when settings cannot be: the customer does not allow control, or nobody answers. */
export function SettingsProblem({ error, retry }: { error: unknown; retry: () => void }) {
  const { t } = useTranslation('settings')
  return (
    <div className="page">
      <h1 className="visually-hidden">{t($ => $.title)}</h1>
      <div className="card">
        <LoadProblem error={error} retry={retry} />
      </div>
    </div>
  )
}
