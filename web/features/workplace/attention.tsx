import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alarmLabel } from '#shared/alarms.ts'
import type { FlockThisMorning } from '#shared/contracts/workplace.ts'
import { type Exception, exceptionsIn } from '#shared/flock-figures/exceptions.ts'
import { isDanger, leadingAlarm } from '#shared/house-urgency.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { standardText } from '#web/components/flocks/figure-of.ts'
import { useLastValue, useOfflineSince } from '#web/components/house-says.ts'
import { numberText } from '#web/components/number-text.ts'
import { percentText } from '#web/components/percent-text.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { type State, stateOfLevel } from '#web/components/state-mark.tsx'
import type { HouseNow } from '#web/components/use-worst-first.ts'
import { useLiveHouse } from '#web/data/live/live.ts'
import { useReader } from '#web/data/preferences.ts'
import { Card } from './card.tsx'
import { Line } from './line.tsx'

/** How many show at first, and how many more with each request. */
const MOST = 8
const MORE = 40

interface Props {
  houses: readonly HouseNow[]
  flocks: readonly FlockThisMorning[]
}

/** What to do first this morning across all houses: worst first, each with its reason and a link. */
export function Attention({ houses, flocks }: Props) {
  const { t } = useTranslation('workplace')
  const urgent = useMemo(() => houses.filter(({ urgency }) => urgency !== 'normal'), [houses])
  const exceptions = useMemo(
    () =>
      exceptionsIn(flocks).filter(({ kind, flock }) => kind !== 'dead' || !isNamed(urgent, flock.houseId)),
    [flocks, urgent],
  )
  const [most, setMost] = useState(MOST)
  const more = urgent.length + exceptions.length - most
  return (
    <Card
      title={t($ => $.needsAttention)}
      all={{ path: hrefOf(paths.alarms, { open: 'open' }), label: t($ => $.allAlarms) }}
    >
      {urgent.length + exceptions.length === 0 && <p className="workplace-well">{t($ => $.allWell)}</p>}
      <ul className="workplace-list stack">
        {urgent.slice(0, most).map(house => (
          <HouseLine key={house.id} house={house} />
        ))}
        {exceptions.slice(0, Math.max(0, most - urgent.length)).map(exception => (
          <FlockLine key={`${exception.kind} ${exception.flock.id}`} exception={exception} />
        ))}
      </ul>
      {more > 0 && (
        <button type="button" className="workplace-link workplace-more" onClick={() => setMost(most + MORE)}>
          {t($ => $.more, { count: more })}
        </button>
      )}
    </Card>
  )
}

/** Whether the line of a house already names its losses. */
const isNamed = (urgent: readonly HouseNow[], houseId: string): boolean =>
  urgent.some(({ id, alarms }) => id === houseId && leadingAlarm(alarms)?.code === 'LossesHigh')

function HouseLine({ house }: { house: HouseNow }) {
  const { t } = useTranslation('workplace')
  const { exists } = useScreen()
  const { language, units } = useReader()
  const told = useLiveHouse(house.id)
  const { alarms } = told ?? house
  const alarm = leadingAlarm(alarms)
  const since = told?.since ?? null
  const isOffline = house.state === 'offline'
  const isOnlySilent = isOffline && !isDanger(alarm)
  const offline = useOfflineSince(since, house.timeZone)
  const value = useLastValue(isOffline && !isOnlySilent ? alarm : undefined, house.timeZone)
  const { id } = house
  const wanted = isOnlySilent
    ? hrefOf(paths.controllerDetails, { houseId: id })
    : hrefOf(paths.alarms, { houseId: id, open: 'open' })
  const mayOpen = exists(isOnlySilent ? paths.controllerDetails : paths.alarms)
  const target = mayOpen ? wanted : hrefOf(paths.houseMonitor, { house: id })
  const says = [
    house.name,
    isOffline && !isOnlySilent && offline,
    value,
    alarms.length > 1 && !isOnlySilent && t($ => $.andMore, { count: alarms.length - 1 }),
  ]
  return (
    <Line
      state={house.urgency}
      title={isOnlySilent || !alarm ? t($ => $.offline) : alarmLabel(alarm.code, units)[language]}
      says={says.filter(Boolean).join(' · ')}
      since={since}
      action={isOnlySilent ? t($ => $.diagnose) : t($ => $.open)}
      about={house.name}
      href={target}
    />
  )
}

const states: Record<Exception['kind'], State> = {
  dead: stateOfLevel.warning,
  water: stateOfLevel.warning,
  rate: stateOfLevel.warning,
  feed: stateOfLevel.warning,
  missing: stateOfLevel.info,
}

function FlockLine({ exception }: { exception: Exception }) {
  const { t } = useTranslation('workplace')
  const { kind, flock } = exception
  const says = useReason(exception)
  const asking = kind === 'missing' ? { record: flock.id, day: flock.yesterday } : { id: flock.id }
  return (
    <Line
      state={states[kind]}
      title={t($ => $.exceptions[kind])}
      says={`${flock.houseName} · ${says}`}
      since={null}
      action={kind === 'missing' ? t($ => $.record) : t($ => $.open)}
      about={flock.houseName}
      href={hrefOf(paths.flocks, asking)}
    />
  )
}

function useReason(exception: Exception): string {
  const { t } = useTranslation('workplace')
  const reader = useReader()
  switch (exception.kind) {
    case 'dead':
      return t($ => $.lossesSays, {
        value: numberText(exception.percent, 2, reader),
        limit: numberText(exception.limit, 2, reader),
      })
    case 'rate':
      return t($ => $.rateSays, {
        value: numberText(exception.value, 1, reader),
        standard: standardText('rate', exception.standard, reader),
      })
    case 'missing':
      return t($ => $.missingSays)
    default:
      return t($ => $.sinceDayBefore, { change: percentText(exception.percent, 0, reader) })
  }
}
