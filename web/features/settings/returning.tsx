import { Button } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { HeldSetting, SettingsOfGroup } from '#shared/contracts/settings.ts'
import { labelIn } from '#shared/setting-days.ts'
import { type SettingSignal, settingByName } from '#shared/signals.ts'
import { LATE_MS, stepsOf } from '#shared/temporary-settings.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { HouseMoment } from '#web/components/time.tsx'
import { useFromNow } from '#web/data/clock.ts'
import { useReader } from '#web/data/preferences.ts'
import { sayValue } from './cell-value.ts'
import type { Editing } from './use-group.ts'

interface Props {
  data: SettingsOfGroup
  /** Null for those who may not change settings. */
  draft: Editing | null
}

/** What of this group is temporarily another: until when, by whom, and what follows; said loudly if it is overdue. */
export function Returning({ data, draft }: Props) {
  const { t } = useTranslation('settings')
  const held = data.held.flatMap(each => {
    const signal = settingByName(each.name)
    return signal?.group === data.group ? [{ held: each, signal }] : []
  })
  const firstEnd = Math.min(
    ...held.flatMap(({ held: { temporaries } }) => temporaries.map(({ until }) => until)),
  )
  const isOverdue = useFromNow(now => firstEnd < now - LATE_MS) ?? false
  const endNow = () => draft?.type(Object.fromEntries(held.map(({ held: { name, base } }) => [name, base])))
  useAskedEnd(data.group, draft ? endNow : null)
  if (held.length === 0) return null
  const isLost = held.some(({ held: { isKept } }) => isKept === false)
  const makers = data.returning.filter(({ group, by }) => group === data.group && by)
  return (
    <section className="card settings-card" aria-label={t($ => $.temporary)}>
      <p>
        <StateMark state={isOverdue || isLost ? 'alarm' : 'pending'} /> <strong>{t($ => $.temporary)}</strong>
        {makers.length > 0 && ` · ${[...new Set(makers.map(({ by }) => by))].join(', ')}`}
      </p>
      {isOverdue ? (
        <p role="alert">{t($ => $.overdueReturn)}</p>
      ) : (
        isLost && <p role="alert">{t($ => $.lostReturn)}</p>
      )}
      <ul className="setting-differences">
        {held.map(each => (
          <Held key={each.signal.name} {...each} data={data} />
        ))}
      </ul>
      {draft && (
        <div className="send-bar-actions row stretch">
          <Button onClick={endNow}>{t($ => $.endNow)}</Button>
        </div>
      )}
    </section>
  )
}

/** Drafts the end as soon as that is possible, if the address asks for it: somebody chose it on the monitor. */
function useAskedEnd(group: string, endNow: (() => void) | null): void {
  const { search, setSearch } = useScreen()
  const isAsked = search.ends === group && endNow !== null
  const end = useEffectEvent(() => {
    endNow?.()
    setSearch({ ends: undefined })
  })
  useEffect(() => {
    if (isAsked) end()
  }, [isAsked])
}

/** One setting: its value now, and each one that follows by itself. */
function Held({ held, signal, data }: { held: HeldSetting; signal: SettingSignal; data: SettingsOfGroup }) {
  const { t } = useTranslation('settings')
  const reader = useReader()
  const { timeZone } = data.house
  return (
    <li>
      <span>{labelIn(signal, data.values)[reader.language]}</span>
      <span className="num">
        <b>{sayValue(data.values[held.name], signal, reader)}</b>
        {stepsOf(held).map(({ at, value }) => (
          <span key={at}>
            {' '}
            {t($ => $.until)} <HouseMoment at={new Date(at).toISOString()} timeZone={timeZone} /> →{' '}
            {sayValue(value, signal, reader)}
          </span>
        ))}
      </span>
    </li>
  )
}
