import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { type House, houses, type MeterExchange, type MetersOfHouse } from '#shared/contracts/houses.ts'
import { clockOf, dayOf } from '#shared/dates.ts'
import { formatSignal, metricByName } from '#shared/signals.ts'
import { later } from '#web/components/later.tsx'
import { useConfirmed } from '#web/components/use-confirmed.ts'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'

const MeterForm = later(() => import('./meter-form.tsx').then(file => file.MeterForm))

/** The meters of a house; not asked for where the viewer may not see them. */
export function useMeters(house: House) {
  const may = useMayCall(houses.meters) && house.state !== null
  return useQuery({
    queryKey: [houses.meters.path, house.id],
    queryFn: () => call(houses.meters, { params: { id: house.id } }),
    enabled: may,
  })
}

interface Props {
  house: House
  deviceId: string
  meters: MetersOfHouse
}

/** What was told of exchanged meters of a device; nothing where nothing was. */
export function Exchanges({ house, deviceId, meters: { exchanges, timeZone } }: Props) {
  const { t } = useTranslation('controller-details')
  const own = exchanges.filter(each => each.deviceId === deviceId)
  if (own.length === 0) return null
  return (
    <section className="card details-card details-faults" aria-label={t($ => $.meters.title)}>
      <h2>{t($ => $.meters.title)}</h2>
      <ul>
        {own.map(exchange => (
          <Exchange key={exchange.id} houseId={house.id} exchange={exchange} timeZone={timeZone} />
        ))}
      </ul>
    </section>
  )
}

interface ExchangeProps {
  houseId: string
  exchange: MeterExchange
  timeZone: string
}

function Exchange({ houseId, exchange: { id, metric, at, reading, by }, timeZone }: ExchangeProps) {
  const { t } = useTranslation('controller-details')
  const reader = useReader()
  const may = useMayCall(houses.undoExchange)
  const ask = useConfirmed({ success: t($ => $.meters.undone) })
  const signal = metricByName.get(metric)
  const moment = new Date(at)
  const said = t($ => $.meters.exchanged, {
    meter: signal?.label[reader.language] ?? metric,
    time: `${dayOf(moment, reader.language, timeZone)} ${clockOf(moment, timeZone)}`,
    reading: signal ? formatSignal(reading, signal, reader) : reading.toLocaleString(reader.language),
    by,
  })
  const undo = () =>
    ask({ title: t($ => $.meters.undoAsk), says: t($ => $.meters.undoSays), ok: t($ => $.meters.undo) }, () =>
      call(houses.undoExchange, { params: { id: houseId }, body: { exchangeId: id } }),
    )
  return (
    <li className="num">
      {said}{' '}
      {may && (
        <Button size="small" onClick={undo}>
          {t($ => $.meters.undo)}
        </Button>
      )}
    </li>
  )
}

/** Tells that a meter of a device was exchanged. */
export function ExchangeDialog({ house, deviceId, meters, close }: Props & { close: () => void }) {
  const own = meters.meters.filter(each => each.deviceId === deviceId)
  return (
    <MeterForm houseId={house.id} deviceId={deviceId} meters={own} timeZone={meters.timeZone} close={close} />
  )
}
