import { Input } from 'antd'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import { StateMark } from '#web/components/state-mark.tsx'
import { useFreshness, useReading } from '#web/data/live/live.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { figureText } from './figure-text.ts'
import '#web/components/choice.css'

interface Props {
  houses: readonly HouseOnMonitor[]
  selected: string
  select: (id: string) => void
}

const filters = ['all', 'alarm', 'offline'] as const

/** All houses, worst first, each with its temperature. A strip on phones. */
export function HouseList({ houses, selected, select }: Props) {
  const { t } = useTranslation('house-monitor')
  const [text, setText] = useState('')
  const [filter, setFilter] = useState<(typeof filters)[number]>('all')
  const count = (name: (typeof filters)[number]) =>
    name === 'all' ? houses.length : houses.filter(({ state }) => state === name).length
  const wanted = text.trim().toLowerCase()
  const shown = houses.filter(
    ({ name, state }) => (filter === 'all' || state === filter) && name.toLowerCase().includes(wanted),
  )
  return (
    <nav className="card monitor-list" aria-label={t($ => $.houses)}>
      <div className="monitor-find">
        <Input
          aria-label={t($ => $.find)}
          placeholder={t($ => $.find)}
          prefix={<Search size={15} aria-hidden />}
          allowClear
          value={text}
          onChange={event => setText(event.target.value)}
        />
        <fieldset className="choice">
          <legend className="visually-hidden">{t($ => $.houses)}</legend>
          {filters.map(name => (
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

const TEMPERATURE = 'Climate/Temp/Avg'

function HouseButton({
  house,
  current,
  select,
}: {
  house: HouseOnMonitor
  current: boolean
  select: () => void
}) {
  const { t } = useTranslation('house-monitor')
  const { t: word } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const reading = useReading(house.id, TEMPERATURE)
  const freshness = useFreshness(house.id, house.reportIntervalS)
  const value = house.state === 'offline' ? '—' : figureText(reading, TEMPERATURE, language).value
  return (
    <button type="button" className="monitor-entry" aria-current={current || undefined} onClick={select}>
      <StateMark state={house.state} />
      <span className="visually-hidden">{t($ => $.states[house.state])}</span>
      <span className="monitor-entry-name">
        <strong>{house.name}</strong>
        <span>
          {word($ => $.houseType[house.type])} ·{' '}
          {house.dayAge === null ? t($ => $.emptyHouse) : t($ => $.day, { day: house.dayAge })}
        </span>
      </span>
      <span className="monitor-entry-value num" data-stale={freshness !== 'fresh' || undefined}>
        {value}
        {value !== '—' && '°'}
      </span>
    </button>
  )
}
