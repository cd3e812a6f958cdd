import { BellOff, Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { lineLabel } from '#shared/alarm-under.ts'
import { alarmLabel, isFlockAlarm, isGrave, measureOfAlarm, metricOfAlarm } from '#shared/alarms.ts'
import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import { clockOf } from '#shared/dates.ts'
import { formatSignal } from '#shared/signals.ts'
import type { Reader } from '#shared/units.ts'
import { useLastValue } from '#web/components/house-says.ts'
import { ReadingMark } from '#web/components/reading-mark.tsx'
import { useShelfText } from '#web/components/shelf-text.ts'
import { StateMark, stateOfLevel } from '#web/components/state-mark.tsx'
import { Age } from '#web/components/time.tsx'
import { useReading } from '#web/data/live/live.ts'
import { useReader } from '#web/data/preferences.ts'
import { numberOf } from './drawing/states.ts'
import { amountText } from './figure-text.ts'
import { isUnseen, type ShownAlarm } from './standing-alarms.ts'

/** An alarm, or fan groups that failed together: icon, name, value against the limit, since when. */
export function AlarmRow({ house, group }: { house: HouseOnMonitor; group: [ShownAlarm, ...ShownAlarm[]] }) {
  const { t } = useTranslation('house-monitor')
  const reader = useReader()
  const [alarm] = group
  const { level, since } = alarm
  const grave = isGrave(level)
  const mark = stateOfLevel[level]
  return (
    <li data-state={mark} data-unseen={(grave && isUnseen(alarm)) || undefined}>
      <StateMark state={mark} />
      <div>
        <strong>
          {
            lineLabel(
              group.map(({ code }) => code),
              reader.units,
            )[reader.language]
          }
        </strong>
        <span className="num">
          {t($ => $.levels[level])}
          <Teller house={house} alarm={alarm} />
          {isFlockAlarm(alarm.code) ? (
            <OfDay alarm={alarm} reader={reader} />
          ) : (
            <Value house={house} alarm={alarm} reader={reader} />
          )}
        </span>
        <Held house={house} group={group} />
        <Shelved house={house} group={group} />
      </div>
      {since !== null && <Since at={since} timeZone={house.timeZone} />}
    </li>
  )
}

/** Which of these only their controller still holds, and since when. */
function Held({ house, group }: { house: HouseOnMonitor; group: readonly ShownAlarm[] }) {
  const { t } = useTranslation('house-monitor')
  const reader = useReader()
  const held = group.filter(({ row }) => row?.latchedAt)
  const alike = Map.groupBy(held, ({ row }) => clockOf(new Date(row?.latchedAt ?? 0), house.timeZone))
  return [...alike].map(([time, those]) => (
    <span key={time} className="monitor-alarm-note">
      <Lock size={13} aria-hidden /> {namesUnlessAll(those, group, reader)}
      {t($ => $.heldSays, { time })}
    </span>
  ))
}

/** The alarms that a note is about, unless it is about the whole line. */
const namesUnlessAll = (
  those: readonly ShownAlarm[],
  group: readonly ShownAlarm[],
  { language, units }: Reader,
): string =>
  those.length < group.length
    ? `${those.map(({ code }) => alarmLabel(code, units)[language]).join(language === 'zh-CN' ? '、' : ', ')} · `
    : ''

/** Of which of these nobody is told for now, until when, by whom and why. */
function Shelved({ house, group }: { house: HouseOnMonitor; group: readonly ShownAlarm[] }) {
  const say = useShelfText()
  const reader = useReader()
  const shelved = group.filter(({ row }) => row?.shelf)
  const alike = Map.groupBy(shelved, ({ row }) => row && say(row, house.timeZone))
  return [...alike].map(([said, those]) => (
    <span key={said} className="monitor-alarm-note">
      <BellOff size={13} aria-hidden /> {namesUnlessAll(those, group, reader)}
      {said}
    </span>
  ))
}

/** Which device reports it, if there are several. */
function Teller({ house: { devices }, alarm: { iotId } }: { house: HouseOnMonitor; alarm: ShownAlarm }) {
  const device = devices.length > 1 && devices.find(({ id }) => id === iotId)
  return device && ` · ${device.name}`
}

/** The alarm's current value, of a silent house the last one with its time, and its limit if known. */
function Value({ house, alarm, reader }: { house: HouseOnMonitor; alarm: ShownAlarm; reader: Reader }) {
  const { t } = useTranslation('house-monitor')
  const metric = alarm.row?.metric ?? metricOfAlarm(alarm.code)
  const reading = useReading(alarm.iotId, metric ?? '')
  const last = useLastValue(alarm, house.timeZone)
  if (metric === null) return alarm.code.startsWith('FanGroupFault') ? ` · ${t($ => $.noFeedback)}` : null
  const value = numberOf(reading)
  const limit = alarm.row?.limit ?? null
  const now = value === null ? t($ => $.noValue) : amountText(value, metric, reader)
  const said = (house.state === 'offline' && last) || now
  return (
    <>
      {` · ${said}`} {value !== null && <ReadingMark iotId={alarm.iotId} metric={metric} />}
      {limit !== null && ` · ${t($ => $.limit, { value: amountText(limit, metric, reader) })}`}
    </>
  )
}

/** What an alarm about a flock's day found, and its limit. */
function OfDay({ alarm: { code, row }, reader }: { alarm: ShownAlarm; reader: Reader }) {
  const { t } = useTranslation('house-monitor')
  const measure = measureOfAlarm(code)
  if (!measure || row === null || row.value === null) return null
  return (
    <>
      {` · ${formatSignal(row.value, measure, reader)}`}
      {row.limit !== null && ` · ${t($ => $.limit, { value: formatSignal(row.limit, measure, reader) })}`}
    </>
  )
}

/** When it began by the house's clock, and how long ago. */
function Since({ at, timeZone }: { at: number; timeZone: string }) {
  return (
    <span className="monitor-alarm-since num">
      {clockOf(new Date(at), timeZone)}
      <small>
        <Age at={at} />
      </small>
    </span>
  )
}
