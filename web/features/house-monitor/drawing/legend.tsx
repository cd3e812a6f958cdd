import { useTranslation } from 'react-i18next'
import { FanShape } from './fans.tsx'
import type { FanState } from './states.ts'

const shown = ['on', 'pause', 'off', 'hand', 'fault', 'unknown'] as const satisfies readonly FanState[]

/** What the signs of the drawing mean. */
export function Legend() {
  const { t } = useTranslation('house-monitor')
  return (
    <ul className="legend">
      {shown.map(state => (
        <li key={state}>
          <svg viewBox="-10 -10 20 20" width={16} height={16} aria-hidden className="drawing">
            <g className="fan" data-state={state}>
              <FanShape radius={8} />
            </g>
          </svg>
          {t($ => $.fanStates[state])}
        </li>
      ))}
      <li>
        {t($ => $.atTarget)} <i className="legend-heat" aria-hidden /> +7 °C
      </li>
    </ul>
  )
}
