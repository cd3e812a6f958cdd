import { Button } from 'antd'
import { Cctv, ChartLine, Cpu, SlidersHorizontal } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { alarmLabel } from '#shared/alarms.ts'
import { momentOf } from '#shared/dates.ts'
import { breedSays } from '#shared/flock-figures/standard.ts'
import { weekOf } from '#shared/flock-figures/weeks.ts'
import { leadingAlarm } from '#shared/house-urgency.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { useLastValue } from '#web/components/house-says.ts'
import { sizeText } from '#web/components/measure.ts'
import { OnCallLine } from '#web/components/on-call.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { ageOf, useNearMoment } from '#web/components/time.tsx'
import { countedAs, type HouseNow } from '#web/components/use-worst-first.ts'
import { useFromNow } from '#web/data/clock.ts'
import { useConnection, useFreshness, useHeardAt, useLiveHouse } from '#web/data/live/live.ts'
import { usePreferences, useReader } from '#web/data/preferences.ts'
import { OverdueTests } from './overdue-tests.tsx'
import { useControllers } from './use-controllers.ts'
import { useCounted } from './use-flock.ts'
import './house-head.css'

/** Name, state and facts of the house, with links to its other screens. */
export function HouseHead({ house }: { house: HouseNow }) {
  const { t } = useTranslation('house-monitor')
  const { t: word } = useTranslation('components')
  const reader = useReader()
  const counted = useCounted(house.iotId)
  const ageText = (day: number) =>
    day < 7 ? t($ => $.day, { day }) : t($ => $.dayAndWeek, { day, week: weekOf(house.standardAge ?? day) })
  const emptyText = () =>
    house.placedInDays === null ? t($ => $.emptyHouse) : t($ => $.placedIn, { count: house.placedInDays })
  // An uncounted flock is known only by its placement, and says so.
  const alive = house.isRecorded ? house.aliveCount : counted
  const birdsText = () =>
    alive !== null
      ? t($ => (house.isRecorded ? $.birdsAlive : $.birdsCounted), { count: alive })
      : house.flockCount !== null && t($ => $.birdsPlaced, { count: house.flockCount })
  const facts = [
    house.customer,
    word($ => $.houseType[house.type]),
    breedSays(house),
    house.dayAge === null ? emptyText() : ageText(house.dayAge),
    house.dayAge === null ? null : birdsText(),
    t($ => $.size, { size: sizeText([house.lengthM, house.widthM], reader) }),
  ]
  return (
    <header className="monitor-head">
      <div className="monitor-head-says">
        <h2 id="monitor-house-name">{house.name}</h2>
        <StateBadge house={house} />
        <LastKnown house={house} />
        <DisabledBy house={house} />
      </div>
      <p className="monitor-facts num">
        <Heard house={house} /> · {facts.filter(Boolean).join(' · ')}
      </p>
      <OnCallLine houseId={house.id} />
      <OverdueTests houseId={house.id} />
      <HouseScreens houseId={house.id} />
    </header>
  )
}

const screens = [
  { name: 'cameras', path: paths.houseCameras, Icon: Cctv },
  { name: 'reports', path: paths.charts, Icon: ChartLine },
  { name: 'settings', path: paths.settings, Icon: SlidersHorizontal },
  { name: 'details', path: paths.controllerDetails, Icon: Cpu },
] as const

/** Screens of this house the viewer may open. */
function HouseScreens({ houseId }: { houseId: string }) {
  const { t } = useTranslation('house-monitor')
  const { open, exists } = useScreen()
  const shown = screens.filter(({ path }) => exists(path))
  if (shown.length === 0) return null
  return (
    <div className="row wrap stretch">
      {shown.map(({ name, path, Icon }) => (
        <Button
          key={path}
          icon={<Icon size={16} aria-hidden />}
          onClick={() => open(hrefOf(path, { houseId }))}
        >
          {t($ => $.screens[name])}
        </Button>
      ))}
    </div>
  )
}

function StateBadge({ house }: { house: HouseNow }) {
  const { t } = useTranslation('house-monitor')
  const { t: word } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const since = useLiveHouse(house.id)?.since ?? null
  // Without a connection it is unknown whether that is still so.
  const isConnected = useConnection(({ connected }) => connected)
  const { state, urgency, timeZone } = house
  const time = useNearMoment(since, timeZone)
  return (
    <span className="state-badge" data-state={countedAs(urgency)} data-stale={!isConnected || undefined}>
      <StateMark state={urgency} /> {word($ => $.houseUrgency[state === 'offline' ? state : urgency])}{' '}
      {state !== 'normal' && since !== null && time && (
        <span className="num" title={`${momentOf(since, language, timeZone)} ${timeZone}`}>
          {t($ => $.stateSince, { time })}
        </span>
      )}
    </span>
  )
}

/** What else is wrong with a silent house, with the last value of it. */
function LastKnown({ house }: { house: HouseNow }) {
  const { t } = useTranslation('house-monitor')
  const { t: word } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const alarm = leadingAlarm(useLiveHouse(house.id)?.alarms ?? house.alarms)
  const value = useLastValue(alarm, house.timeZone)
  const { state, urgency } = house
  if (state !== 'offline' || urgency === state || !alarm) return null
  const name = alarmLabel(alarm.code)[language]
  const says = t($ => $.silentAlarm, { urgency: word($ => $.houseUrgency[urgency]), name })
  return <p className="num">{[says, value].filter(Boolean).join(' · ')}</p>
}

/** If the house is silent because its controller or gateway was disabled: by whom, and why. */
function DisabledBy({ house }: { house: HouseNow }) {
  const { t } = useTranslation('house-monitor')
  const { data, refetch } = useControllers(house.id)
  const { state } = house
  useEffect(() => {
    if (state === 'offline') void refetch()
  }, [state, refetch])
  const by = data?.devices.find(({ disabledBy }) => disabledBy !== null)?.disabledBy
  if (!by) return null
  return (
    <p>
      <StateMark state="disabled" /> {t($ => $.disabledBy, { by })}
    </p>
  )
}

function Heard({ house }: { house: HouseNow }) {
  const { t } = useTranslation('house-monitor')
  const language = usePreferences(({ language }) => language)
  const heardAt = useHeardAt(house.iotId)
  const freshness = useFreshness(house.iotId, house.reportIntervalS)
  const age = useFromNow(now => (heardAt === undefined ? null : ageOf(now - heardAt, language)))
  return (
    <span className="monitor-heard num" data-stale={freshness !== 'fresh' || undefined}>
      {freshness === 'stale' && `${t($ => $.stale)} · `}
      {age === null ? t($ => $.neverHeard) : t($ => $.updated, { age })}
    </span>
  )
}
