import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { alarmAddress } from '#shared/alarm-address.ts'
import { alarmLabel, isFlockAlarm } from '#shared/alarms.ts'
import { type UrgentHouse, workplace } from '#shared/contracts/workplace.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { useSilence } from '#web/components/house-says.ts'
import { isComing } from '#web/components/known.tsx'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { numberText } from '#web/components/number-text.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import type { State } from '#web/components/state-mark.tsx'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { useAlarmSays } from './alarm-says.ts'
import { Card } from './card.tsx'
import { Line } from './line.tsx'

const marks: Record<UrgentHouse['reason'], State> = {
  emergency: 'emergency',
  alarm: 'alarm',
  offline: 'offline',
  dead: 'watch',
  watch: 'watch',
}

/** Lines whose place is kept until the houses are known. */
const COMING = [0, 1, 2]

/** Houses with problems on farms that share, worst first. */
export function RoundCard() {
  const { t } = useTranslation('workplace')
  const may = useMayCall(workplace.round)
  const answer = useQuery({
    queryKey: [workplace.round.path],
    queryFn: () => call(workplace.round),
    enabled: may,
  })
  const { data, error, refetch } = answer
  if (!may) return null
  return (
    <Card
      title={t($ => $.round)}
      all={{ path: hrefOf(paths.alarms, { open: 'open' }), label: t($ => $.allAlarms) }}
      isComing={isComing(answer)}
    >
      <p className="caption num">
        {data ? t($ => $.roundSays, { count: data.watched, notShared: data.notShared }) : '\u00a0'}
      </p>
      {error && !data && <LoadProblem error={error} retry={() => void refetch()} />}
      {data?.total === 0 && (
        <p className="workplace-well">{data.notShared > 0 ? t($ => $.allWellShared) : t($ => $.allWell)}</p>
      )}
      <ul className="workplace-list stack">
        {!data && !error && COMING.map(line => <li key={line} className="workplace-coming" aria-hidden />)}
        {data?.houses.map(house => (
          <RoundLine key={house.id} house={house} />
        ))}
      </ul>
      {data && data.total > data.houses.length && (
        <p className="caption">{t($ => $.more, { count: data.total - data.houses.length })}</p>
      )}
    </Card>
  )
}

/** The figure of a flock's alarm is of a day, and said with its limit: no moment of the house's silence is its own. */
const withoutFigure = (house: UrgentHouse): UrgentHouse =>
  house.alarm && isFlockAlarm(house.alarm.code) ? { ...house, alarm: { ...house.alarm, value: null } } : house

function RoundLine({ house }: { house: UrgentHouse }) {
  const { t } = useTranslation('workplace')
  const { t: word } = useTranslation('components')
  const { exists } = useScreen()
  const reader = useReader()
  const { id, name, customer, reason, alarm, since, dead, loss } = house
  const details = hrefOf(paths.controllerDetails, { houseId: id })
  const { isOnlySilent, says: silence } = useSilence(withoutFigure(house))
  const alarmSays = useAlarmSays()
  const toAlarm = alarm !== null && !isOnlySilent && exists(paths.alarms)
  const title = dead
    ? alarmLabel('LossesHigh', reader.units)[reader.language]
    : isOnlySilent
      ? t($ => $.offline)
      : alarm
        ? alarmLabel(alarm.code, reader.units)[reader.language]
        : word($ => $.houseUrgency.alarm)
  const deaths = dead && t($ => $.lostSays, { value: dead.value, usual: numberText(dead.usual, 0, reader) })
  const lost = loss && alarmSays({ code: 'LossesHigh', ...loss })
  return (
    <Line
      state={marks[reason]}
      title={title}
      says={[customer, name, deaths, lost, ...silence].filter(Boolean).join(' · ')}
      since={since === null ? null : Date.parse(since)}
      action={isOnlySilent ? t($ => $.diagnose) : t($ => $.open)}
      about={`${customer} ${name}`}
      href={toAlarm ? alarmAddress(alarm) : details}
    />
  )
}
