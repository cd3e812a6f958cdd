import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { HouseOnMonitor, TemporarySetting } from '#shared/contracts/houses.ts'
import { settings } from '#shared/contracts/settings.ts'
import { formatSignal, type SettingSignal, settingByName } from '#shared/signals.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { groupHref } from '#web/components/setting-group-href.ts'
import { StateMark } from '#web/components/state-mark.tsx'
import { Until, useIsOverdue, useTemporary } from '#web/components/temporary.tsx'
import { useReader } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'

/** What is set otherwise for a time, until when and by whom, with the way to end it now. */
export function TemporaryCard({ house }: { house: HouseOnMonitor }) {
  const { t } = useTranslation('house-monitor')
  const { t: word } = useTranslation('components')
  const { open, exists } = useScreen()
  const mayEnd = useMayCall(settings.send)
  const set = useTemporary(house.id).flatMap(each => {
    const signal = settingByName(each.name)
    return signal ? [{ ...each, signal }] : []
  })
  const isOverdue = useIsOverdue(set)
  if (set.length === 0) return null
  const groups = [...new Set(set.map(({ signal }) => signal.group))]
  const [group] = groups
  const address = group && groupHref(group, house.id, { ends: mayEnd && groups.length === 1 })
  return (
    <section className="card monitor-card temporary-card" aria-label={t($ => $.temporary)}>
      <h2>
        <StateMark state={isOverdue ? 'alarm' : 'pending'} /> {t($ => $.temporary)}{' '}
        <span className="caption num">{set.length}</span>
      </h2>
      {isOverdue && (
        <p role="alert" className="temporary-late">
          {word($ => $.temporary.overdue)}
        </p>
      )}
      <ul>
        {set.map(each => (
          <Row key={each.name} set={each} timeZone={house.timeZone} />
        ))}
      </ul>
      {address && exists(address.replace(/\?.*/, '')) && (
        <Button onClick={() => open(address)}>
          {mayEnd && groups.length === 1 ? t($ => $.endNow) : t($ => $.toSettings)}
        </Button>
      )}
    </section>
  )
}

function Row({ set, timeZone }: { set: TemporarySetting & { signal: SettingSignal }; timeZone: string }) {
  const reader = useReader()
  const { signal, value, next, until, by } = set
  return (
    <li className="num">
      <strong>
        {signal.label[reader.language]} {formatSignal(value, signal, reader)}
      </strong>
      <small>
        <Until at={until} timeZone={timeZone} /> → {formatSignal(next, signal, reader)}
        {by && ` · ${by}`}
      </small>
    </li>
  )
}
