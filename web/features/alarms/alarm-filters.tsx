import { Select } from 'antd'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { alarmLabel, causes, conditionFilters, handlings } from '#shared/alarms.ts'
import type { Alarm, AlarmCounts } from '#shared/contracts/alarms.ts'
import { momentOf } from '#shared/dates.ts'
import { severities } from '#shared/signals.ts'
import { useSeesCustomers } from '#web/components/list/customer-filter.ts'
import { SearchFilter } from '#web/components/list/search-filter.tsx'
import type { List } from '#web/components/list/use-list.ts'
import { ViewsButton } from '#web/components/list/views-button.tsx'
import { RemoteSelect } from '#web/components/remote-select.tsx'
import { useZone } from '#web/components/time.tsx'
import { useOfficeOptions } from '#web/components/use-options.ts'
import { serverNow } from '#web/data/clock.ts'
import { usePreferences } from '#web/data/preferences.ts'
import '#web/components/choice.css'
import './alarm-filters.css'

const DAY = 86_400_000
const PERIODS = ['1', '7', '30'] as const
export const FILTERS = [
  'search',
  'houseId',
  'officeId',
  'level',
  'alarmCode',
  'cause',
  'from',
  'to',
  'condition',
  'handling',
  'open',
] as const

/** Search, open or solved, period, and a row of chips per axis. */
export function AlarmFilters({ list, counts }: { list: List<Alarm>; counts: AlarmCounts | undefined }) {
  const { t } = useTranslation('alarms')
  const seesCustomers = useSeesCustomers()
  return (
    <div className="alarm-filters stack">
      <OnlyHouse list={list} />
      <OnlyLinked list={list} />
      <div className="alarm-filter-row row wrap stretch">
        <SearchFilter list={list} hint={t($ => $.searchHint)} />
        <OpenChoice list={list} counts={counts} />
        <Period list={list} />
        <Select
          aria-label={t($ => $.level)}
          value={list.filters.level ?? ''}
          onChange={level => list.setFilter({ level: level || undefined })}
          options={[
            { value: '', label: t($ => $.level) },
            ...severities.toReversed().map(level => ({ value: level, label: t($ => $.levels[level]) })),
          ]}
        />
        {seesCustomers && <ByCustomer list={list} />}
        <ViewsButton list={list} />
      </div>
      <Chips
        list={list}
        name="condition"
        label={t($ => $.condition)}
        chips={conditionFilters.map(each => [each, t($ => $.conditions[each]), counts?.condition[each]])}
      />
      <Chips
        list={list}
        name="handling"
        label={t($ => $.handling)}
        chips={handlings
          .filter(each => each !== 'solved')
          .map(each => [each, t($ => $.handlings[each]), counts?.handling[each]])}
      />
    </div>
  )
}

/** Says that the list covers one house only, as a link from there set it, with a way back to all. */
function OnlyHouse({ list }: { list: List<Alarm> }) {
  const { t } = useTranslation('alarms')
  const { houseId } = list.filters
  if (houseId === undefined) return null
  const house = list.rows.flatMap(({ houses }) => houses).find(({ id }) => id === houseId)?.name
  return (
    <p className="alarm-only-house">
      <span>{t($ => $.onlyHouse, { house: house ?? t($ => $.oneHouse) })}</span>
      <button type="button" className="alarm-chip" onClick={() => list.setFilter({ houseId: undefined })}>
        <X size={14} aria-hidden /> {t($ => $.everyHouse)}
      </button>
    </p>
  )
}

/** Other filters a link has set in the address, each removable. */
function OnlyLinked({ list }: { list: List<Alarm> }) {
  const { t } = useTranslation('alarms')
  const language = usePreferences(({ language }) => language)
  const zone = useZone()
  const { alarmCode, cause, to } = list.filters
  const known = causes.find(each => each === cause)
  const linked = [
    ['alarmCode', alarmCode && alarmLabel(alarmCode)[language]],
    ['cause', cause && (known ? t($ => $.causes[known]) : t($ => $.noCause))],
    ['to', to && t($ => $.until, { time: momentOf(Number(to), language, zone) })],
  ] as const
  if (!linked.some(([, word]) => word)) return null
  return (
    <p className="alarm-only-house">
      {linked.map(
        ([name, word]) =>
          word && (
            <button
              key={name}
              type="button"
              className="alarm-chip"
              aria-label={t($ => $.without, { what: word })}
              onClick={() => list.setFilter({ [name]: undefined })}
            >
              {word} <X size={14} aria-hidden />
            </button>
          ),
      )}
    </p>
  )
}

/** The filter by customer, for viewers who see several. */
function ByCustomer({ list }: { list: List<Alarm> }) {
  const { t } = useTranslation('components')
  const offices = useOfficeOptions()
  return (
    <RemoteSelect
      source={offices}
      allowClear
      aria-label={t($ => $.customer)}
      placeholder={t($ => $.customer)}
      value={list.filters.officeId}
      onChange={(officeId?: string) => list.setFilter({ officeId })}
    />
  )
}

function OpenChoice({ list, counts }: { list: List<Alarm>; counts: AlarmCounts | undefined }) {
  const { t, i18n } = useTranslation('alarms')
  const now = list.filters.open ?? ''
  const choices = [
    ['open', t($ => $.open), counts?.open],
    ['solved', t($ => $.solved), counts?.handling.solved],
    ['', t($ => $.all), counts?.total],
  ] as const
  return (
    <fieldset className="choice num" aria-label={t($ => $.scope)}>
      {choices.map(([value, word, count]) => (
        <button
          key={value}
          type="button"
          aria-pressed={now === value}
          onClick={() => list.setFilter({ open: value || undefined })}
        >
          {count === undefined ? word : `${word} ${count.toLocaleString(i18n.language)}`}
        </button>
      ))}
    </fieldset>
  )
}

function Period({ list }: { list: List<Alarm> }) {
  const { t } = useTranslation('alarms')
  const { from } = list.filters
  const days = from ? (serverNow() - Number(from)) / DAY : null
  const shown = days === null ? '0' : (PERIODS.find(period => days < Number(period) + 1) ?? '30')
  return (
    <Select
      aria-label={t($ => $.period)}
      value={shown}
      onChange={period =>
        list.setFilter({
          from: period === '0' ? undefined : String(Math.round(serverNow() - Number(period) * DAY)),
        })
      }
      options={[...PERIODS, '0' as const].map(period => ({
        value: period,
        label: t($ => $.periods[period]),
      }))}
    />
  )
}

interface ChipsProps {
  list: List<Alarm>
  name: 'condition' | 'handling'
  label: string
  chips: readonly (readonly [value: string, word: string, count: number | undefined])[]
}

function Chips({ list, name, label, chips }: ChipsProps) {
  const { i18n } = useTranslation()
  const set = list.filters[name]
  const some = chips.filter(([value, , count]) => set === value || count === undefined || count > 0)
  // Without any, all of them: the line stays, so that no row moves once the counts are there.
  const shown = some.length > 0 ? some : chips
  return (
    <fieldset className="alarm-chips row wrap gap-15" aria-label={label}>
      <span aria-hidden>{label}</span>
      {shown.map(([value, word, count]) => (
        <button
          key={value}
          type="button"
          className="alarm-chip"
          aria-pressed={set === value}
          onClick={() => list.setFilter({ [name]: set === value ? undefined : value })}
        >
          {word} <span className="num">{count?.toLocaleString(i18n.language)}</span>
        </button>
      ))}
    </fieldset>
  )
}
