import { Input, Select } from 'antd'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReadingMark } from '#web/components/reading-mark.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { countedAs, type HouseNow } from '#web/components/use-worst-first.ts'
import { useFromReadings } from '#web/data/live/live.ts'
import { usePreferences, useReader } from '#web/data/preferences.ts'
import { figureText } from './figure-text.ts'
import { useShowsNews } from './use-shows-news.ts'
import '#web/components/choice.css'

interface Props {
  houses: readonly HouseNow[]
  selected: string
  select: (id: string) => void
}

const filters = ['all', 'alarm', 'watch', 'offline'] as const
type Filter = (typeof filters)[number]

/** Counted by urgency; a silent house is offline, too, whatever else is wrong in it. */
const belongs = ({ state, urgency }: HouseNow, filter: Filter) =>
  filter === 'all' || countedAs(urgency) === filter || state === filter

/** All houses, worst first, each with its temperature. A strip on phones. */
export function HouseList({ houses, selected, select }: Props) {
  const { t } = useTranslation('house-monitor')
  const [text, setText] = useState('')
  const [filter, setFilter] = useState<Filter>('all')
  const { group, choose, groups, inGroup } = useGroupFilter(houses)
  const count = (name: Filter) => inGroup.filter(house => belongs(house, name)).length
  const wanted = text.trim().toLowerCase()
  const shown = inGroup.filter(house => belongs(house, filter) && house.name.toLowerCase().includes(wanted))
  // Usually there is nothing to watch, which needs no button; a chosen filter stays until left.
  const offered = filters.filter(name => name !== 'watch' || filter === name || count(name) > 0)
  return (
    <nav className="card monitor-list" aria-label={t($ => $.houses)}>
      <div className="monitor-find stack">
        <Input
          aria-label={t($ => $.find)}
          placeholder={t($ => $.find)}
          prefix={<Search size={15} aria-hidden />}
          allowClear
          value={text}
          onChange={event => setText(event.target.value)}
        />
        {groups.length > 0 && (
          <Select
            aria-label={t($ => $.group)}
            value={group}
            options={[{ value: '', label: t($ => $.everyGroup) }, ...groups]}
            onChange={choose}
          />
        )}
        <fieldset className="choice">
          <legend className="visually-hidden">{t($ => $.houses)}</legend>
          {offered.map(name => (
            <button key={name} type="button" aria-pressed={filter === name} onClick={() => setFilter(name)}>
              {t($ => $.filters[name])} {count(name)}
            </button>
          ))}
        </fieldset>
      </div>
      {shown.length === 0 && <p className="caption">{t($ => $.noMatch)}</p>}
      <ul>
        {shown.map(house => (
          <li key={house.id}>
            <HouseButton house={house} current={house.id === selected} select={() => select(house.id)} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The group in the address, all groups, and the houses of the chosen one. */
function useGroupFilter(houses: readonly HouseNow[]) {
  const language = usePreferences(({ language }) => language)
  const { search, setSearch } = useScreen()
  const names = new Map(houses.flatMap(({ groupId, groupName }) => (groupId ? [[groupId, groupName]] : [])))
  const groups = [...names]
    .map(([value, label]) => ({ value, label: label ?? '' }))
    .sort((a, b) => a.label.localeCompare(b.label, language))
  // A group that is gone or empty must not hide the farm.
  const group = names.has(search.group ?? '') ? (search.group ?? '') : ''
  return {
    group,
    groups,
    choose: (value: string) => setSearch({ group: value || undefined }),
    inGroup: group === '' ? houses : houses.filter(({ groupId }) => groupId === group),
  }
}

const TEMPERATURE = 'Climate/Temp/Avg'
const shownMetrics = [TEMPERATURE]

function HouseButton({ house, current, select }: { house: HouseNow; current: boolean; select: () => void }) {
  const { t } = useTranslation('house-monitor')
  const { t: word } = useTranslation('components')
  const reader = useReader()
  const isNews = useShowsNews(house)
  // As text: changes beyond the shown decimals redraw nothing.
  const temperature = useFromReadings(
    house.iotId,
    shownMetrics,
    readingOf => figureText(readingOf(TEMPERATURE), TEMPERATURE, reader).value,
  )
  const value = house.state === 'offline' ? '—' : temperature
  // Alone it is the urgency, which is told already.
  const isOfflineToo = house.state === 'offline' && house.urgency !== 'offline'
  const ageText = () => {
    if (house.dayAge !== null) return t($ => $.day, { day: house.dayAge })
    return house.placedInDays === null
      ? t($ => $.emptyHouse)
      : t($ => $.placedIn, { count: house.placedInDays })
  }
  return (
    <button
      type="button"
      className="monitor-entry row gap-3"
      aria-current={current || undefined}
      data-state={countedAs(house.urgency)}
      data-stale={(!isNews && house.state !== 'offline') || undefined}
      onClick={select}
    >
      <StateMark state={house.urgency} />
      <span className="visually-hidden">{word($ => $.houseUrgency[house.urgency])}</span>
      <span className="monitor-entry-name">
        <strong>{house.name}</strong>
        <span>
          {[
            house.customer,
            isOfflineToo && word($ => $.houseState.offline),
            word($ => $.houseType[house.type]),
            ageText(),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <span className="monitor-entry-value num" data-stale={!isNews || undefined}>
        {value !== '—' && <ReadingMark iotId={house.iotId} metric={TEMPERATURE} size="inButton" />} {value}
        {value !== '—' && '°'}
      </span>
    </button>
  )
}
