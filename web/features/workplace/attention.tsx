import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alarmAddress } from '#shared/alarm-address.ts'
import { alarmLabel } from '#shared/alarms.ts'
import type { DueStep } from '#shared/contracts/health-programmes.ts'
import type { FlockThisMorning } from '#shared/contracts/workplace.ts'
import { dateOf } from '#shared/dates.ts'
import { type Exception, type FlockAlarm, isSilent } from '#shared/flock-figures/exceptions.ts'
import { flockMeasures } from '#shared/flock-figures/standard.ts'
import { stillMeter } from '#shared/flock-figures/still-meter.ts'
import { leadingAlarm, namedAlarm } from '#shared/house-urgency.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { figureText, measuredText, standardText, unitText } from '#web/components/flocks/figure-of.ts'
import { useLastValue, useOfflineSince } from '#web/components/house-says.ts'
import { type Asked, Known } from '#web/components/known.tsx'
import { percentText } from '#web/components/percent-text.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { type State, stateOfLevel } from '#web/components/state-mark.tsx'
import type { HouseNow } from '#web/components/use-worst-first.ts'
import { useLiveHouse } from '#web/data/live/live.ts'
import { useReader } from '#web/data/preferences.ts'
import { useAlarmSays } from './alarm-says.ts'
import { linesOf, useAlarmsNow } from './attention-lines.ts'
import { Card } from './card.tsx'
import { useDueSteps } from './health-card.tsx'
import { Line } from './line.tsx'
import { isUnserved } from './unserved.ts'

/** How many show at first, and how many more with each request. */
const MOST = 8
const MORE = 40

interface Props {
  houses: readonly HouseNow[]
  flocks: readonly FlockThisMorning[]
  /** The answers that both come from. */
  of: readonly Asked[]
}

/** What to do first this morning across all houses: worst first, each with its reason and a link. */
export function Attention({ houses, flocks, of }: Props) {
  const { t } = useTranslation('workplace')
  const dueSteps = useDueSteps()
  const { data: due } = dueSteps
  const now = useAlarmsNow(houses)
  const lines = useMemo(() => linesOf(now, flocks, due ?? []), [now, flocks, due])
  const [most, setMost] = useState(MOST)
  const more = lines.length - most
  const unserved = houses.filter(isUnserved).length
  return (
    <Card
      title={t($ => $.needsAttention)}
      all={{ path: hrefOf(paths.alarms, { open: 'open' }), label: t($ => $.allAlarms) }}
    >
      <Known of={[...of, dueSteps]}>
        {() => lines.length === 0 && <p className="workplace-well">{t($ => $.allWell)}</p>}
      </Known>
      <ul className="workplace-list stack">
        {lines
          .slice(0, most)
          .map(({ house, exception, step }) =>
            step ? (
              <StepLine key={`${step.flockId} ${step.step.id}`} due={step} />
            ) : house ? (
              <HouseLine key={house.id} house={house} exception={exception} />
            ) : (
              <FlockLine key={keyOf(exception)} exception={exception} />
            ),
          )}
      </ul>
      {more > 0 && (
        <button type="button" className="workplace-link workplace-more" onClick={() => setMost(most + MORE)}>
          {t($ => $.more, { count: more })}
        </button>
      )}
      {unserved > 0 && <p className="caption">{t($ => $.unserved, { count: unserved })}</p>}
    </Card>
  )
}

/** A house, with the figure of its flock's alarm where it names that. */
function HouseLine({ house, exception }: { house: HouseNow; exception: FlockAlarm | undefined }) {
  const { t } = useTranslation('workplace')
  const { exists } = useScreen()
  const { language, units } = useReader()
  const told = useLiveHouse(house.id)
  const { alarms } = told ?? house
  const alarm = leadingAlarm(alarms)
  const since = told?.since ?? null
  const isOffline = house.state === 'offline'
  const isOnlySilent = isOffline && !namedAlarm({ state: house.state, alarms })
  const offline = useOfflineSince(since, house.timeZone)
  const value = useLastValue(isOffline && !isOnlySilent ? alarm : undefined, house.timeZone)
  const { id } = house
  const wanted =
    isOnlySilent || !alarm
      ? hrefOf(paths.controllerDetails, { houseId: id })
      : alarmAddress({ houseId: id, code: alarm.code })
  const mayOpen = exists(isOnlySilent || !alarm ? paths.controllerDetails : paths.alarms)
  const target = mayOpen ? wanted : hrefOf(paths.houseMonitor, { houseId: id })
  const alarmSays = useAlarmSays()
  const says = [
    house.name,
    exception && exception.alarm.code === alarm?.code && alarmSays(exception.alarm),
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

/** A vaccination or treatment that was due on an earlier day. */
function StepLine({ due: { flockId, houseName, step, dueOn } }: { due: DueStep }) {
  const { t } = useTranslation('workplace')
  const { language } = useReader()
  const says = [
    houseName,
    t($ => $.health.dayOfAge, { day: step.day }),
    t($ => $.health.overdue, { day: dateOf(dueOn, language) }),
  ]
  return (
    <Line
      state={stateOfLevel.warning}
      title={t($ => $.health.overdueTitle, { name: step.name })}
      says={says.join(' · ')}
      since={null}
      action={t($ => $.open)}
      about={houseName}
      href={hrefOf(paths.flocks, { id: flockId })}
    />
  )
}

/** Whether somebody should enter what nobody did. */
const lacksRecord = ({ kind }: Exception): boolean => kind === 'missing' || kind === 'untold'

const stateOf = (exception: Exception): State =>
  'alarm' in exception
    ? stateOfLevel[exception.alarm.level]
    : stateOfLevel[lacksRecord(exception) && !isSilent(exception) ? 'info' : 'warning']

const keyOf = (exception: Exception): string =>
  [exception.kind, exception.kind === 'still' && exception.counter, exception.flock.id]
    .filter(Boolean)
    .join(' ')

function FlockLine({ exception }: { exception: Exception }) {
  const { t } = useTranslation('workplace')
  const { flock } = exception
  const { language, units } = useReader()
  const says = useReason(exception)
  const asking = lacksRecord(exception) ? { record: flock.id, day: flock.yesterday } : { id: flock.id }
  return (
    <Line
      state={stateOf(exception)}
      title={
        'alarm' in exception
          ? alarmLabel(exception.alarm.code, units)[language]
          : exception.kind === 'still'
            ? stillMeter[exception.counter].title[language]
            : t($ => $.exceptions[exception.kind])
      }
      says={`${flock.houseName} · ${says}`}
      since={null}
      action={lacksRecord(exception) ? t($ => $.record) : t($ => $.open)}
      about={flock.houseName}
      href={hrefOf(paths.flocks, asking)}
    />
  )
}

function useReason(exception: Exception): string {
  const { t } = useTranslation('workplace')
  const reader = useReader()
  const alarmSays = useAlarmSays()
  if ('alarm' in exception) return alarmSays(exception.alarm)
  switch (exception.kind) {
    case 'rate':
    case 'weight': {
      const { kind, value, standard } = exception
      const say = (amount: string) => `${amount}\u202f${unitText(flockMeasures[kind].unit, reader)}`
      return t($ => $.standingSays, {
        value: say(figureText(kind, value, reader)),
        standard: say(standardText(kind, standard, reader)),
      })
    }
    case 'still': {
      const { says, unit } = stillMeter[exception.counter]
      return says[reader.language].replace('{amount}', measuredText(exception.amount, unit, reader))
    }
    case 'missing':
      return t($ => $.missingSays, { count: exception.days })
    case 'untold':
      return t($ => $.untoldSays, { count: exception.days })
    default:
      return t($ => $.sinceDayBefore, { change: percentText(exception.percent, 0, reader) })
  }
}
