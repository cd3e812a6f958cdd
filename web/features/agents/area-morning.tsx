import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { alarmAddress } from '#shared/alarm-address.ts'
import { alarmLabel } from '#shared/alarms.ts'
import { agentArea } from '#shared/contracts/agent-area.ts'
import type { Round } from '#shared/contracts/workplace.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { useSilence } from '#web/components/house-says.ts'
import { WaitFor } from '#web/components/known.tsx'
import { numberText } from '#web/components/number-text.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { type State, StateMark } from '#web/components/state-mark.tsx'
import { Age } from '#web/components/time.tsx'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import './agents.css'

/** The rest are in the list of alarms. */
const SHOWN = 5

type Urgent = Round['houses'][number]
const marks: Record<Urgent['reason'], State> = {
  emergency: 'emergency',
  alarm: 'alarm',
  offline: 'offline',
  dead: 'watch',
  watch: 'watch',
}

/** Where to look first: houses of customers that share their farm, worst first. */
export function AreaMorning() {
  const { t } = useTranslation('agents')
  const { open, exists } = useScreen()
  const may = useMayCall(agentArea.morning)
  const asked = useQuery({
    queryKey: [agentArea.morning.path],
    queryFn: () => call(agentArea.morning),
    enabled: may,
  })
  const { data } = asked
  if (!data) return <WaitFor of={[asked]} />
  // Nobody shares: the figures above say so.
  if (data.watched === 0) return null
  const hidden = data.total - Math.min(SHOWN, data.houses.length)
  return (
    <section className="card agent-morning" aria-label={t($ => $.morning.title)}>
      <header>
        <h2>{t($ => $.morning.title)}</h2>
        <small className="num">
          {t($ => $.morning.says, { count: data.watched, notShared: data.notShared })}
        </small>
      </header>
      {data.total === 0 ? (
        <p className="agent-well">{t($ => $.morning.well)}</p>
      ) : (
        <ul>
          {data.houses.slice(0, SHOWN).map(house => (
            <UrgentHouse key={house.id} house={house} />
          ))}
        </ul>
      )}
      {hidden > 0 && exists(paths.alarms) && (
        <button
          type="button"
          className="agent-link"
          onClick={() => open(hrefOf(paths.alarms, { open: 'open' }))}
        >
          {t($ => $.morning.more, { count: hidden })}
        </button>
      )}
    </section>
  )
}

function UrgentHouse({ house }: { house: Urgent }) {
  const { t } = useTranslation('agents')
  const { open, exists } = useScreen()
  const reader = useReader()
  const { id, name, customer, reason, alarm, since, dead } = house
  const { isOnlySilent, says: silence } = useSilence(house)
  const toAlarm = alarm !== null && !isOnlySilent && exists(paths.alarms)
  const href = toAlarm ? alarmAddress(alarm) : hrefOf(paths.controllerDetails, { houseId: id })
  const title = dead
    ? t($ => $.morning.dead, { value: dead.value, usual: numberText(dead.usual, 0, reader) })
    : isOnlySilent || alarm === null
      ? t($ => $.morning[isOnlySilent ? 'offline' : 'alarm'])
      : alarmLabel(alarm.code, reader.units)[reader.language]
  const says = (
    <>
      <StateMark state={marks[reason]} />
      <span>
        <strong>{title}</strong>
        <small>{[customer, name, ...silence].filter(Boolean).join(' · ')}</small>
      </span>
      {since !== null && <Age at={Date.parse(since)} />}
    </>
  )
  return (
    <li data-state={marks[reason]}>
      {exists(href.split('?')[0] ?? '') ? (
        <button type="button" onClick={() => open(href)}>
          {says}
        </button>
      ) : (
        <div>{says}</div>
      )}
    </li>
  )
}
