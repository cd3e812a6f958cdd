import { useTranslation } from 'react-i18next'
import { hrefOf, paths } from '#shared/screens.ts'
import { formatSignal, metricByName } from '#shared/signals.ts'
import { targetsAt } from '#shared/standards/targets.ts'
import { BandLine } from '#web/components/chart/band-line.tsx'
import { ReadingMark } from '#web/components/reading-mark.tsx'
import { ScreenLink } from '#web/components/screen-link.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { TargetShift } from '#web/components/temporary.tsx'
import type { HouseNow } from '#web/components/use-worst-first.ts'
import { useFreshness, useFromReadings } from '#web/data/live/live.ts'
import { useReader } from '#web/data/preferences.ts'
import { Card } from './card.tsx'
import { useFirstFew } from './use-first-few.ts'

const TEMPERATURE = 'Climate/Temp/Avg'
const TARGET = 'Climate/Temp/Target'
const metrics = [TEMPERATURE, TARGET]

/** Every house with its state and its temperature against the current target. */
export function HouseTiles({ houses }: { houses: readonly HouseNow[] }) {
  const shown = useFirstFew(houses)
  const { t } = useTranslation('workplace')
  return (
    <Card title={t($ => $.houses)} all={{ path: paths.houseMonitor, label: t($ => $.monitor) }}>
      {houses.length === 0 && <p className="caption">{t($ => $.noHouses)}</p>}
      <div className="workplace-tiles">
        {shown.map(house => (
          <Tile key={house.id} house={house} />
        ))}
      </div>
    </Card>
  )
}

/** The current temperature and its target, rounded as shown: changes beyond that redraw nothing. */
function useTemperature(iotId: string | null): [value: number | null, target: number | null] {
  const told = useFromReadings(iotId, metrics, readingOf =>
    metrics
      .map(metric => {
        const value = readingOf(metric)?.[0]
        return typeof value === 'number' ? value.toFixed(1) : ''
      })
      .join(),
  )
  const [value = null, target = null] = told.split(',').map(text => (text === '' ? null : Number(text)))
  return [value, target]
}

function Tile({ house }: { house: HouseNow }) {
  const { t } = useTranslation('workplace')
  const { t: word } = useTranslation('components')
  const reader = useReader()
  const freshness = useFreshness(house.iotId, house.reportIntervalS)
  const [value, told] = useTemperature(house.iotId)
  const climate = targetsAt(house.type, house.standardAge ?? 0)
  const target = told ?? (house.dayAge === null ? null : climate.temperature)
  const signal = metricByName.get(TEMPERATURE)
  const say = (number: number | null) => (signal ? formatSignal(number, signal, reader) : '—')
  const isSilent = house.state === 'offline' || value === null
  const band = target !== null && {
    low: target + climate.alarmLow,
    mid: target,
    high: target + climate.alarmHigh,
  }
  return (
    <ScreenLink
      className="workplace-tile"
      data-state={house.urgency}
      data-stale={freshness !== 'fresh' || undefined}
      to={hrefOf(paths.houseMonitor, { houseId: house.id })}
    >
      <span>
        <StateMark state={house.urgency} />
        <span className="visually-hidden">{word($ => $.houseUrgency[house.urgency])}</span> {house.name}
        {house.dayAge !== null && <small className="num">{t($ => $.dayShort, { day: house.dayAge })}</small>}
      </span>
      {isSilent ? (
        <span className="caption">{t($ => $.noData)}</span>
      ) : (
        <>
          <span className="num">
            <strong>{say(value)}</strong>
            {target !== null && <small> / {say(target)}</small>}{' '}
            <ReadingMark iotId={house.iotId} metric={TEMPERATURE} size="inButton" />
          </span>
          <TargetShift house={house} />
          {band && <BandLine value={value} band={band} isBad={value < band.low || value > band.high} />}
        </>
      )}
    </ScreenLink>
  )
}
