import { useTranslation } from 'react-i18next'
import { dateOf } from '#shared/dates.ts'
import { delayOf, type Shipment, shipmentFields } from '#shared/shipments.ts'
import { dateIn, daysBetween } from '#shared/zone-time.ts'
import { StateMark } from '#web/components/state-mark.tsx'
import { useZone } from '#web/components/time.tsx'
import { usePreferences } from '#web/data/preferences.ts'

const facts = ['vessel', 'carrier', 'logisticsNumber', 'containerType', 'containers'] as const

/** The fraction of the voyage completed, from 0 to 1. */
function sailedPart({ sailingOn, arrivalOn, arrivedOn }: Shipment, today: string): number {
  if (arrivedOn) return 1
  if (!sailingOn || sailingOn > today) return 0
  if (!arrivalOn || arrivalOn <= sailingOn) return 0.5
  return Math.min(daysBetween(sailingOn, today) / daysBetween(sailingOn, arrivalOn), 0.96)
}

/** A shipment: from where to where, how far it is, and its identifiers. */
export const Voyage = ({ shipment }: { shipment: Shipment }) => (
  <>
    <Way shipment={shipment} />
    <Facts shipment={shipment} />
  </>
)

/** How much later than first planned it sails and arrives; nothing if it is in time. */
export function Delay({ shipment }: { shipment: Shipment }) {
  const { t } = useTranslation('orders')
  const { sailing, arrival } = delayOf(shipment)
  const said = [
    sailing !== null && sailing > 0 && t($ => $.sailsLater, { count: sailing }),
    arrival !== null && arrival > 0 && t($ => $.arrivesLater, { count: arrival }),
  ].filter(Boolean)
  if (said.length === 0) return null
  return (
    <p>
      <StateMark state="watch" /> {said.join(' · ')}
    </p>
  )
}

function Way({ shipment }: { shipment: Shipment }) {
  const { t } = useTranslation('orders')
  const language = usePreferences(({ language }) => language)
  const part = sailedPart(shipment, dateIn(useZone(), new Date()))
  const { portOfLoading, portOfDischarge, sailingOn, arrivalOn, arrivedOn } = shipment
  if (!portOfLoading && !portOfDischarge) return null
  return (
    <div className="order-way">
      <span>
        <b>{portOfLoading || '—'}</b>
        <small>{sailingOn && t($ => $.sails, { day: dateOf(sailingOn, language) })}</small>
      </span>
      <span className="order-way-line" aria-hidden>
        <i style={{ width: `${part * 100}%` }} />
      </span>
      <span>
        <b>{portOfDischarge || '—'}</b>
        <small>
          {arrivedOn
            ? t($ => $.arrived, { day: dateOf(arrivedOn, language) })
            : arrivalOn && t($ => $.expected, { day: dateOf(arrivalOn, language) })}
        </small>
      </span>
    </div>
  )
}

function Facts({ shipment }: { shipment: Shipment }) {
  const language = usePreferences(({ language }) => language)
  return (
    <dl className="order-facts">
      {facts.map(name =>
        shipment[name] ? (
          <div key={name}>
            <dt>{shipmentFields[name].label[language]}</dt>
            <dd>{shipment[name]}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}
