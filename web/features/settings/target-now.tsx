import { useTranslation } from 'react-i18next'
import type { SettingsOfGroup } from '#shared/contracts/settings.ts'
import { formatSignal, type SettingSignal, settingByName } from '#shared/signals.ts'
import { useReading } from '#web/data/live/live.ts'
import { useReader } from '#web/data/preferences.ts'
import { ChangedBy } from './changed-by.tsx'
import { curveAt, curvePoints, shiftNames } from './curve.ts'

const DEGREES = { unit: '°C', decimals: 1 } as const
const TARGET = 'Climate/Temp/Target'

/** How the controller comes to its target: the curve at this age, what is added to it, by whom and until when. */
export function TargetNow({ data }: { data: SettingsOfGroup }) {
  const { t } = useTranslation('settings')
  const reader = useReader()
  const { values, house, device } = data
  const reported = useReading(device.id, TARGET)?.[0]
  const shifts = shiftNames.flatMap(name => {
    const signal = settingByName(name)
    const value = values[name]
    return signal && typeof value === 'number' && value !== 0 ? [{ signal, value }] : []
  })
  if (shifts.length === 0) return null
  const { age, placementDay } = house
  return (
    <ul className="target-now" aria-label={t($ => $.targetNow)}>
      {age !== null && (
        <li>
          <span>{t($ => $.curveOn, { day: age + placementDay })}</span>
          <b className="num">{formatSignal(curveAt(curvePoints(values), age, 'target'), DEGREES, reader)}</b>
        </li>
      )}
      {shifts.map(({ signal, value }) => (
        <li key={signal.name}>
          <span>
            {signal.label[reader.language]}
            {isNightly(signal) && <> {t($ => $.whileDark)}</>}{' '}
            <small>
              <ChangedBy data={data} name={signal.name} />
            </small>
          </span>
          <b className="num">
            {value > 0 && '+'}
            {formatSignal(value, signal, reader)}
          </b>
        </li>
      ))}
      {typeof reported === 'number' && (
        <li>
          <strong>{t($ => $.targetNow)}</strong>
          <b className="num">{formatSignal(reported, DEGREES, reader)}</b>
        </li>
      )}
    </ul>
  )
}

const isNightly = ({ name }: SettingSignal) => name === shiftNames[1]
