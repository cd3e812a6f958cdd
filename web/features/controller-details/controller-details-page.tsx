import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { ArrowLeft, ChartLine, Gauge, Replace, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alarms } from '#shared/contracts/alarms.ts'
import { devices } from '#shared/contracts/devices.ts'
import { type House, houses } from '#shared/contracts/houses.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { Choice } from '#web/components/choice.tsx'
import { DeviceStatusWord } from '#web/components/device-status.tsx'
import { AskForHelp } from '#web/components/help/ask-for-help.tsx'
import { FaultArticles } from '#web/components/help/fault-articles.tsx'
import { isComing, WaitFor } from '#web/components/known.tsx'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { PageSkeleton } from '#web/components/page-skeleton.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'
import { Births } from './births.tsx'
import { Connections, Quarantine } from './device-past.tsx'
import { Faults } from './faults.tsx'
import { ExchangeDialog, Exchanges, useMeters } from './meters.tsx'
import { Reported } from './reported.tsx'
import { Signals } from './signals.tsx'
import './controller-details.css'

const views = ['metrics', 'settings', 'signals', 'births', 'connections', 'quarantine'] as const
type View = (typeof views)[number]

/** How often the state of the devices is read again while a house is set up, ms. */
const SET_UP_MS = 5_000
/** More than a house ever has active alarms. */
const MOST_ALARMS = 100

/** `/chickenHouseDetails?houseId=`: everything a house's controller reported, and its connection history. */
export function ControllerDetailsPage() {
  const { t } = useTranslation('controller-details')
  const { search, open } = useScreen()
  const id = search.houseId
  if (id) return <OfHouse key={id} id={id} />
  return (
    <div className="page">
      <div className="card empty-list">
        <h1>{t($ => $.title)}</h1>
        {t($ => $.chooseHouse)}
        <Button type="primary" onClick={() => open(paths.houses)}>
          {t($ => $.toHouses)}
        </Button>
      </div>
    </div>
  )
}

function OfHouse({ id }: { id: string }) {
  const { t } = useTranslation('controller-details')
  const { search } = useScreen()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [houses.get.path, id],
    queryFn: () => call(houses.get, { params: { id } }),
    // Whoever sets up a house waits for its device to come.
    refetchInterval: search.view === 'signals' && SET_UP_MS,
  })
  if (isPending) return <PageSkeleton />
  if (!data)
    return (
      <div className="page">
        <h1 className="visually-hidden">{t($ => $.title)}</h1>
        <div className="card">
          <LoadProblem error={error} retry={() => void refetch()} />
        </div>
      </div>
    )
  return <Details house={data} />
}

function Details({ house }: { house: House }) {
  const { t } = useTranslation('controller-details')
  const { search, setSearch, nameTab } = useScreen()
  const [isTelling, setTelling] = useState(false)
  const asked = useMeters(house)
  const meters = asked.data
  const device = house.devices.find(({ id }) => id === search.device) ?? house.devices[0]
  const hasMeter = meters?.meters.some(({ deviceId }) => deviceId === device?.id)
  const title = t($ => $.titleOf, { name: house.name })
  useEffect(() => nameTab(title), [nameTab, title])
  return (
    <div className="page">
      <DetailsHead
        house={house}
        title={title}
        device={device}
        tell={hasMeter || isComing(asked) ? () => setTelling(true) : undefined}
        isComing={isComing(asked)}
      />
      {house.devices.length > 1 && (
        <Choice
          label={t($ => $.devices)}
          options={house.devices.map(
            ({ id, code, name }) => [id, name === code ? code : `${code} · ${name}`] as const,
          )}
          chosen={device?.id}
          choose={id => setSearch({ device: id })}
        />
      )}
      {device && <StandingFaults houseId={house.id} deviceId={device.id} />}
      <WaitFor of={[asked]} />
      {device && meters && <Exchanges house={house} deviceId={device.id} meters={meters} />}
      {device && meters && isTelling && (
        <ExchangeDialog house={house} deviceId={device.id} meters={meters} close={() => setTelling(false)} />
      )}
      {device && <Faults key={device.id} deviceId={device.id} />}
      {!device ? <NoDevice house={house} /> : <ReportsOf house={house} deviceId={device.id} />}
    </div>
  )
}

interface HeadProps {
  house: House
  /** The one that is shown; undefined while the house has none. */
  device: House['devices'][number] | undefined
  /** Opens the form about an exchanged meter; undefined where the device has no meter. */
  tell: (() => void) | undefined
  /** Whether it has one is not known yet: the place of the button is kept. */
  isComing: boolean
}

/** Whose reports these are, and what can be done about the device. */
function DetailsHead({ house, title, ...rest }: HeadProps & { title: string }) {
  const { device } = rest
  return (
    <header className="list-head of-house">
      <div>
        <h1>{title}</h1>
        {house.customer && <p>{house.customer}</p>}
        {device && (
          <p>
            <span className="mono">{device.code}</span> · {device.name !== device.code && `${device.name} · `}
            <DeviceStatusWord status={device.status} />
          </p>
        )}
      </div>
      <HeadActions house={house} {...rest} />
    </header>
  )
}

/** Ways from here to other screens, and what somebody may do with the device. */
function HeadActions({ house, device, tell, isComing }: HeadProps) {
  const { t } = useTranslation('controller-details')
  const { open, exists } = useScreen()
  return (
    <div className="list-head-actions details-actions">
      {exists(paths.houseMonitor) && (
        <Button
          icon={<ArrowLeft size={16} aria-hidden />}
          onClick={() => open(hrefOf(paths.houseMonitor, { houseId: house.id }))}
        >
          {t($ => $.toMonitor)}
        </Button>
      )}
      {exists(paths.charts) && (
        <Button
          icon={<ChartLine size={16} aria-hidden />}
          onClick={() => open(hrefOf(paths.charts, { houseId: house.id, device: device?.id }))}
        >
          {t($ => $.toCharts)}
        </Button>
      )}
      {device && exists(paths.devices) && (
        <ActionButton
          endpoint={devices.replace}
          icon={<Replace size={16} aria-hidden />}
          onClick={() => open(hrefOf(paths.devices, { replace: device.id }))}
        >
          {t($ => $.replace, { code: device.code })}
        </ActionButton>
      )}
      {tell && (
        <ActionButton
          endpoint={houses.exchangeMeter}
          icon={<Gauge size={16} aria-hidden />}
          disabled={isComing}
          onClick={tell}
        >
          {t($ => $.meters.tell)}
        </ActionButton>
      )}
      {device && <AskForHelp house={house.id} device={device.id} />}
    </div>
  )
}

/** What the device reported, in the view that was chosen, and searched where that helps. */
function ReportsOf({ house, deviceId }: { house: House; deviceId: string }) {
  const { t } = useTranslation('controller-details')
  const { search, setSearch } = useScreen()
  const [text, setText] = useState('')
  const view = views.find(known => known === search.view) ?? 'metrics'
  return (
    <section className="card details-card">
      <div className="details-tools">
        <Choice
          label={t($ => $.title)}
          options={views.map(name => [name, t($ => $.views[name])] as const)}
          chosen={view}
          choose={name => setSearch({ view: name })}
        />
        {(view === 'metrics' || view === 'settings' || view === 'signals' || view === 'births') && (
          <Input
            aria-label={t($ => $.find)}
            placeholder={t($ => $.find)}
            prefix={<Search size={15} aria-hidden />}
            allowClear
            value={text}
            onChange={event => setText(event.target.value)}
          />
        )}
      </div>
      <Body house={house} deviceId={deviceId} view={view} text={text} />
    </section>
  )
}

function NoDevice({ house }: { house: House }) {
  const { t } = useTranslation('controller-details')
  const { open } = useScreen()
  const mayEdit = useMayCall(houses.update)
  return (
    <div className="card empty-list">
      <strong>{t($ => $.noController)}</strong>
      <p>{mayEdit ? t($ => $.noControllerSays) : t($ => $.noControllerReadOnly)}</p>
      <ActionButton
        endpoint={houses.update}
        type="primary"
        onClick={() => open(hrefOf(paths.houses, { search: house.name }))}
      >
        {t($ => $.toHouses)}
      </ActionButton>
    </div>
  )
}

/** Articles about the controller's active alarms. */
function StandingFaults({ houseId, deviceId }: { houseId: string; deviceId: string }) {
  const may = useMayCall(alarms.list)
  const asked = useQuery({
    queryKey: [alarms.list.path, 'standing', houseId],
    queryFn: () => call(alarms.list, { query: { houseId, condition: 'active', size: MOST_ALARMS } }),
    enabled: may,
  })
  const own = asked.data?.items.filter(({ iotId }) => iotId === deviceId) ?? []
  return asked.data ? <FaultArticles codes={own.map(({ code }) => code)} isFirst /> : <WaitFor of={[asked]} />
}

function Body({ house, deviceId, view, text }: { house: House; deviceId: string; view: View; text: string }) {
  switch (view) {
    case 'metrics':
    case 'settings':
      return <Reported key={view} houseId={house.id} deviceId={deviceId} view={view} text={text} />
    case 'signals':
      return <Signals houseId={house.id} text={text} />
    case 'births':
      return <Births houseId={house.id} deviceId={deviceId} text={text} timeZone={house.timeZone} />
    case 'connections':
      return <Connections deviceId={deviceId} />
    case 'quarantine':
      return <Quarantine deviceId={deviceId} />
  }
}
