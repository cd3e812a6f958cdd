import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlarmDetail } from '#shared/contracts/alarms.ts'
import { type FlockRecordRow, flockRecords } from '#shared/contracts/flock-records.ts'
import { type SettingChange, settings } from '#shared/contracts/settings.ts'
import { dateOf } from '#shared/dates.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { labelIn } from '#shared/setting-days.ts'
import { formatSignal, settingByName, settingGroupNames } from '#shared/signals.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { ScreenLink } from '#web/components/screen-link.tsx'
import { HouseMoment } from '#web/components/time.tsx'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import './alarm-beside.css'

const DAY_MS = 86_400_000
const MOST = 20
/** Settings of one change that are named; of more only how many. */
const NAMED = 6

/** What was done in the house before an alarm: settings changed within a day, and the records of that day and the day before. */
export function AlarmBeside({ alarm }: { alarm: AlarmDetail }) {
  const [only, ...others] = alarm.houses
  if (!only || others.length > 0) return null
  return (
    <>
      <ChangedSettings alarm={alarm} houseId={only.id} />
      <DaysRecords alarm={alarm} houseId={only.id} />
    </>
  )
}

interface BesideProps {
  alarm: AlarmDetail
  houseId: string
}

/** Nothing to those who may not see settings. */
function ChangedSettings({ alarm: { raisedAt, timeZone }, houseId }: BesideProps) {
  const { t } = useTranslation('alarms')
  const may = useMayCall(settings.changes)
  const to = Date.parse(raisedAt)
  const { data } = useQuery({
    queryKey: [settings.changes.path, houseId, 'before', to],
    queryFn: () =>
      call(settings.changes, { params: { id: houseId }, query: { from: to - DAY_MS, to, size: MOST } }),
    enabled: may,
  })
  if (!may || !data) return null
  return (
    <Beside
      title={t($ => $.beside.settings)}
      link={{ to: hrefOf(paths.settings, { houseId }), word: t($ => $.beside.toSettings) }}
      none={data.items.length === 0 ? t($ => $.beside.noSettings) : null}
    >
      {data.items.map(change => (
        <li key={change.id}>
          <HouseMoment at={change.madeAt} timeZone={timeZone} />
          <Changed change={change} />
        </li>
      ))}
    </Beside>
  )
}

function Changed({ change }: { change: SettingChange }) {
  const { t } = useTranslation('alarms')
  const reader = useReader()
  const { group, origin, by, before, wanted, days } = change
  const names = Object.keys(wanted).toSorted()
  const who = origin === 'remote' ? by : t($ => $.beside.origins[origin])
  return (
    <span>
      <strong>{settingGroupNames[group][reader.language]}</strong>
      {who && ` · ${who}`}
      {names.slice(0, NAMED).map(name => {
        const signal = settingByName(name)
        return (
          signal && (
            <span key={name} className="alarm-beside-setting num">
              {labelIn(signal, days)[reader.language]}: {formatSignal(before[name], signal, reader)} →{' '}
              {formatSignal(wanted[name], signal, reader)}
            </span>
          )
        )
      })}
      {names.length > NAMED && (
        <span className="alarm-beside-setting">{t($ => $.beside.more, { count: names.length - NAMED })}</span>
      )}
    </span>
  )
}

/** Nothing to those who may not see flocks. */
function DaysRecords({ alarm: { raisedAt, timeZone }, houseId }: BesideProps) {
  const { t } = useTranslation('alarms')
  const may = useMayCall(flockRecords.list)
  const lastDay = dateIn(timeZone, new Date(raisedAt))
  const firstDay = daysAfter(lastDay, -1)
  const { data } = useQuery({
    queryKey: [flockRecords.list.path, 'beside', houseId, lastDay],
    queryFn: () => call(flockRecords.list, { query: { houseId, firstDay, lastDay, size: MOST } }),
    enabled: may,
  })
  if (!may || !data) return null
  return (
    <Beside
      title={t($ => $.beside.records)}
      link={{ to: hrefOf(paths.flocks, { houseId }), word: t($ => $.beside.toRecords) }}
      none={data.items.length === 0 ? t($ => $.beside.noRecords) : null}
    >
      {data.items.map(record => (
        <li key={record.id}>
          <DayRecord record={record} />
        </li>
      ))}
    </Beside>
  )
}

function DayRecord({ record: { day, dead, culled, feed, water, note, by } }: { record: FlockRecordRow }) {
  const { t } = useTranslation('alarms')
  const reader = useReader()
  const amount = (value: number, unit: 'kg' | 'L') => formatSignal(value, { unit, decimals: 0 }, reader)
  const facts = [
    dead === null && culled === null ? null : t($ => $.beside.lost, { count: (dead ?? 0) + (culled ?? 0) }),
    feed === null ? null : t($ => $.beside.feed, { amount: amount(feed, 'kg') }),
    water === null ? null : t($ => $.beside.water, { amount: amount(water, 'L') }),
  ].filter(fact => fact !== null)
  return (
    <>
      <span className="num">{dateOf(day, reader.language)}</span>
      <span className="num">
        {[...facts, by].join(' · ')}
        {note && <q>{note}</q>}
      </span>
    </>
  )
}

interface Part {
  title: string
  link: { to: string; word: string }
  /** What is said where there is nothing. */
  none: string | null
  children: ReactNode
}

function Beside({ title, link, none, children }: Part) {
  return (
    <section className="card alarm-card" aria-label={title}>
      <h2>
        {title}{' '}
        <ScreenLink className="alarm-to-reports" to={link.to}>
          {link.word}
        </ScreenLink>
      </h2>
      {none === null ? <ul className="alarm-beside">{children}</ul> : <p className="caption">{none}</p>}
    </section>
  )
}
