import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type SettingsOfGroup, type SettingsOfHouse, settings } from '#shared/contracts/settings.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { labelIn } from '#shared/setting-days.ts'
import { type SettingGroupKey, settingByName, settingGroupKeys } from '#shared/signals.ts'
import type { Language } from '#shared/text.ts'
import { PageSkeleton } from '#web/components/page-skeleton.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { groupHref } from '#web/components/setting-group-href.ts'
import { StateMark } from '#web/components/state-mark.tsx'
import { Age } from '#web/components/time.tsx'
import { call } from '#web/data/client.ts'
import { useFromNow } from '#web/data/clock.ts'
import { useReader } from '#web/data/preferences.ts'
import { sayValue } from './cell-value.ts'
import { ChangeState } from './change-state.tsx'
import { By } from './changed-by.tsx'
import { GroupForm } from './group-form.tsx'
import { groupTitle } from './group-title.ts'
import { HeldUntil } from './held-until.tsx'
import { LightDay } from './light-day.tsx'
import { NoHouse, OfHouse, SettingsProblem } from './of-house.tsx'
import { OutsideSafe } from './outside-safe.tsx'
import { SensorsCard } from './sensors-card.tsx'
import { SettingsHead } from './settings-head.tsx'
import { isNews } from './told-change.ts'
import { type Editing, useRereadAfterGap } from './use-group.ts'
import './settings.css'

/** What groups show above their form. */
const drawings: Partial<Record<SettingGroupKey, (data: SettingsOfGroup) => (draft: Editing) => ReactNode>> = {
  lights: data => draft => <LightDay draft={draft} house={data.house} />,
  sensors: data => draft => <SensorsCard data={data} draft={draft} />,
}

/** `/fjznSetting?houseId=`: all groups of a house's controller with their state; `group=` opens one of them. */
export function SettingsPage() {
  const { search } = useScreen()
  const { houseId, device } = search
  const group = settingGroupKeys.find(key => key === search.group)
  if (!houseId) return <NoHouse />
  if (group)
    return (
      <OfHouse key={group} group={group}>
        {data => <GroupForm data={data} above={drawings[group]?.(data)} />}
      </OfHouse>
    )
  return <AllGroups key={`${houseId} ${device}`} houseId={houseId} deviceId={device} />
}

function AllGroups({ houseId, deviceId }: { houseId: string; deviceId: string | undefined }) {
  const { t } = useTranslation('settings')
  const { nameTab } = useScreen()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [settings.ofHouse.path, houseId, deviceId],
    queryFn: () => call(settings.ofHouse, { params: { id: houseId }, query: { deviceId } }),
  })
  useRereadAfterGap(refetch)
  const name = data?.house.name
  const title = name ? t($ => $.titleOf, { name }) : ''
  useEffect(() => {
    if (title) nameTab(title)
  }, [title, nameTab])
  if (isPending) return <PageSkeleton />
  if (!data) return <SettingsProblem error={error} retry={() => void refetch()} />
  return (
    <div className="page settings-page">
      <SettingsHead data={data} here={null} />
      <OutsideSafe risks={data.outside} />
      {data.groups.length === 0 ? (
        <div className="card empty-list">{t($ => $.nothingTold)}</div>
      ) : (
        <ul className="card setting-groups">
          {data.groups.map(group => (
            <Group key={group.key} data={data} group={group} />
          ))}
        </ul>
      )}
    </div>
  )
}

interface GroupProps {
  data: SettingsOfHouse
  group: SettingsOfHouse['groups'][number]
}

/** A change under way or just over, then what is temporary; else the values are those of the controller. */
function GroupState({ data, group: { key, last } }: GroupProps) {
  const { t } = useTranslation('settings')
  const isTold = useFromNow(now => last !== null && isNews(last, now)) ?? false
  const held = data.held.filter(({ name }) => settingByName(name)?.group === key)
  if (last && isTold && (held.length === 0 || last.state !== 'synced')) return <ChangeState change={last} />
  if (held.length > 0) return <HeldUntil held={held} timeZone={data.house.timeZone} />
  return t($ => $.asTold)
}

/** Names in one line, each once. */
const namesIn = (names: readonly string[], language: Language) =>
  [...new Set(names)].join(language === 'zh-CN' ? '、' : ', ')

function Group({ data, group }: GroupProps) {
  const { t } = useTranslation('settings')
  const { open, exists } = useScreen()
  const reader = useReader()
  const { language } = reader
  const { key, settings: count, last, summary, values } = group
  const address = groupHref(key, data.house.id, {
    device: data.devices.length > 1 ? data.device.id : undefined,
  })
  const path = address.replace(/\?.*/, '')
  const outside = data.outside.flatMap(({ field }) => {
    const signal = settingByName(field)
    return signal?.group === key ? [labelIn(signal, values)[language]] : []
  })
  return (
    <li>
      <button
        type="button"
        onClick={() =>
          open(exists(path) ? address : hrefOf(paths.settings, { houseId: data.house.id, group: key }))
        }
      >
        <span className="setting-group-name">
          <strong>{groupTitle(key, language)}</strong>
          {outside.length > 0 && (
            <span className="setting-group-outside">
              <StateMark state="watch" /> {t($ => $.outsideSafe)}
              {language === 'zh-CN' ? '：' : ': '}
              {namesIn(outside, language)}
            </span>
          )}
        </span>
        <span className="setting-group-values">
          {summary.map(name => {
            const signal = settingByName(name)
            return (
              signal && (
                <span key={name}>
                  {labelIn(signal, values)[language]}{' '}
                  <b className="num">{sayValue(values[name], signal, reader)}</b>
                </span>
              )
            )
          })}
          {summary.length === 0 && <small>{t($ => $.settingsOf, { count })}</small>}
        </span>
        <span className="setting-group-state">
          <GroupState data={data} group={group} />
        </span>
        <span className="setting-group-by">
          {last && (
            <>
              <By change={last} /> · <Age at={last.overAt ?? last.madeAt} />
            </>
          )}
        </span>
        <ChevronRight size={18} aria-hidden />
      </button>
    </li>
  )
}
