import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { alarmAddress } from '#shared/alarm-address.ts'
import { alarmLabel } from '#shared/alarms.ts'
import { type DataScreen, wallStates } from '#shared/contracts/data-screen.ts'
import { IN_TARGET_K } from '#shared/data-screen.ts'
import { clockOf } from '#shared/dates.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { formatSignal, houseTypes } from '#shared/signals.ts'
import { StateMark, StateWord, stateOfLevel } from '#web/components/state-mark.tsx'
import { usePreferences, useReader } from '#web/data/preferences.ts'
import { WallLink } from './wall-link.tsx'
import { percent } from './wall-totals.tsx'

interface Props {
  figures: DataScreen
}

/** A list whose rows share the height that is left. */
function Filling({ rows, children }: { rows: number; children: ReactNode }) {
  return (
    <section className="wall-fill" style={{ '--rows': rows } as React.CSSProperties}>
      {children}
    </section>
  )
}

const share = (part: number, of: number) =>
  ({ '--share': `${(100 * part) / Math.max(1, of)}%` }) as React.CSSProperties

/** Houses by urgency. */
export function States({ figures: { states, houses } }: Props) {
  const { t } = useTranslation('data-screen')
  const { t: word } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  return (
    <Filling rows={wallStates.length / 2}>
      <h2>
        <WallLink to={paths.houses}>{t($ => $.states)}</WallLink>
      </h2>
      <div className="wall-strip row stretch gap-05" aria-hidden>
        {wallStates
          .filter(state => states[state] > 0)
          .map(state => (
            <i key={state} data-state={state} style={share(states[state], houses)} />
          ))}
      </div>
      <ul className="wall-states">
        {wallStates.map(state => (
          <li key={state}>
            <StateWord state={state}>{word($ => $.houseUrgency[state])}</StateWord>
            <b className="num">{states[state].toLocaleString(language)}</b>
          </li>
        ))}
      </ul>
    </Filling>
  )
}

export function Birds({ figures: { birdsByType } }: Props) {
  const { t } = useTranslation('data-screen')
  const language = usePreferences(({ language }) => language)
  const most = Math.max(...Object.values(birdsByType))
  return (
    <Filling rows={houseTypes.length}>
      <h2>
        <WallLink to={paths.flocks}>{t($ => $.types)}</WallLink>
      </h2>
      <ul className="wall-bars">
        {houseTypes.map(type => (
          <li key={type}>
            <span>{t($ => $.type[type])}</span>
            <i style={share(birdsByType[type], most)} />
            <b className="num">{birdsByType[type].toLocaleString(language)}</b>
          </li>
        ))}
      </ul>
    </Filling>
  )
}

/** The newest alarms; looking at them here does not mark them seen. */
export function AlarmTicker({ figures: { alarms, timeZone } }: Props) {
  const { t } = useTranslation('data-screen')
  const { language, units } = useReader()
  return (
    <Filling rows={alarms.length}>
      <h2>
        <WallLink to={paths.alarms}>{t($ => $.alarms)}</WallLink>
      </h2>
      {alarms.length === 0 && <p className="caption">{t($ => $.noAlarms)}</p>}
      <ul className="wall-alarms">
        {alarms.map(({ id, code, level, condition, at, house, farm }) => (
          <li key={id}>
            <StateMark state={condition === 'cleared' ? 'normal' : stateOfLevel[level]} />
            <span>
              <b>
                <WallLink to={alarmAddress({ id })}>{alarmLabel(code, units)[language]}</WallLink>
              </b>
              <small>
                {[farm, house, condition === 'cleared' ? t($ => $.cleared) : null]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
            <time className="num">{clockOf(new Date(at), timeZone)}</time>
          </li>
        ))}
      </ul>
    </Filling>
  )
}

/** Ranks houses by time within the target temperature, explained below. */
export function Ranking({ figures: { ranking, inTarget, isFarm } }: Props) {
  const { t } = useTranslation('data-screen')
  const reader = useReader()
  const band = formatSignal(IN_TARGET_K, { unit: '°C', decimals: 0, isDifference: true }, reader)
  return (
    <Filling rows={ranking.length}>
      <h2>{t($ => $.ranking)}</h2>
      <ol className="wall-ranking">
        {ranking.map(({ id, name, inTarget }, i) => (
          <li key={id} style={share(inTarget, 100)}>
            <span className="num">{i + 1}</span>
            <span>
              <WallLink
                to={
                  isFarm
                    ? hrefOf(paths.houseMonitor, { houseId: id })
                    : hrefOf(paths.customers, { search: name })
                }
              >
                {name}
              </WallLink>
            </span>
            <b className="num">{percent(inTarget, reader.language)}</b>
            <i />
          </li>
        ))}
      </ol>
      <p className="caption">
        {inTarget === null
          ? t($ => $.noRanking)
          : t($ => $.rankingSays, { band, all: percent(inTarget, reader.language) })}
      </p>
    </Filling>
  )
}

/** The important ones first. */
const inOrder = ['ONLINE', 'OFFLINE', 'UNACTIVE', 'DISABLE'] as const

/** Up to this many ranked rows leave room for a row of each status of the devices. */
export const RANKED_FEW = 5

/** Devices by status: in a line below a long ranking, else a row each, so that the side is full. */
export function Devices({ figures: { devices, ranking, preparedAt, timeZone } }: Props) {
  const { t } = useTranslation('data-screen')
  const language = usePreferences(({ language }) => language)
  const inUse = devices.ONLINE + devices.OFFLINE
  const hasRows = ranking.length <= RANKED_FEW
  const most = Math.max(...inOrder.map(status => devices[status]))
  return (
    <Filling rows={hasRows ? inOrder.length : 0}>
      <h2>
        <WallLink to={paths.devices}>{t($ => $.devices)}</WallLink>
        {inUse > 0 && (
          <small className="num">
            {t($ => $.online, { share: percent((100 * devices.ONLINE) / inUse, language) })}
          </small>
        )}
      </h2>
      {hasRows ? (
        <ul className="wall-bars">
          {inOrder.map(status => (
            <li key={status}>
              <span>{t($ => $.device[status])}</span>
              <i style={share(devices[status], most)} />
              <b className="num">{devices[status].toLocaleString(language)}</b>
            </li>
          ))}
        </ul>
      ) : (
        <dl className="wall-devices">
          {inOrder.map(status => (
            <div key={status}>
              <dd className="num">{devices[status].toLocaleString(language)}</dd>
              <dt>{t($ => $.device[status])}</dt>
            </div>
          ))}
        </dl>
      )}
      {preparedAt && (
        <p className="caption num">{t($ => $.prepared, { time: clockOf(new Date(preparedAt), timeZone) })}</p>
      )}
    </Filling>
  )
}
