import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { iotProducts, type MapTrial as Trial } from '#shared/contracts/iot-products.ts'
import { findMeanings, isShown, keysOf } from '#shared/register-maps/find-meaning.ts'
import { unitWord } from '#shared/signals.ts'
import { RemoteSelect } from '#web/components/remote-select.tsx'
import { useOptions } from '#web/components/use-options.ts'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { usePreferences, useReader } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'

/** ms between two looks for the answer, and after which there will be none: the gateway itself stops after 20 s. */
const LOOK_MS = 500
const GIVE_UP_MS = 30_000

interface Asked {
  gatewayId: string
  trialId: string
  text: string
  /** ms since 1970 */
  at: number
}

/** Tries the map of the form against a device, through a gateway of a farm that shares. */
export function MapTrial() {
  const { t } = useTranslation('iot-products')
  const text = Form.useWatch<string | undefined>('text') ?? ''
  const [gatewayId, setGateway] = useState<string>()
  const [bus, setBus] = useState<string>()
  const [unit, setUnit] = useState<number | null>(1)
  const [asked, setAsked] = useState<Asked>()
  const [buses, setBuses] = useState<ReadonlyMap<string, readonly string[]>>(new Map())
  const { busy, submit } = useSubmit()
  const gateways = useOptions(iotProducts.mapGateways.path, '', async search => {
    const found = await call(iotProducts.mapGateways, { query: { search } })
    setBuses(known => new Map([...known, ...found.map(each => [each.id, each.buses] as const)]))
    return found
  })
  const ofGateway = buses.get(gatewayId ?? '') ?? []
  const { data: answer, error } = useAnswer(asked)
  const isWaiting = asked !== undefined && !answer && !error && Date.now() - asked.at < GIVE_UP_MS
  const isReady = gatewayId !== undefined && bus !== undefined && unit !== null && text.trim() !== ''
  const ask = () =>
    submit(async () => {
      if (!isReady) return
      const { trialId } = await call(iotProducts.tryMap, { body: { gatewayId, bus, unit, text } })
      setAsked({ gatewayId, trialId, text, at: Date.now() })
    })
  return (
    <details className="product-map-fold">
      <summary>{t($ => $.trial.title)}</summary>
      <p className="caption">{t($ => $.trial.says)}</p>
      <div className="product-map-buttons">
        <RemoteSelect
          source={gateways}
          aria-label={t($ => $.trial.gateway)}
          placeholder={t($ => $.trial.gateway)}
          notFoundContent={t($ => $.trial.noGateway)}
          value={gatewayId}
          onChange={(id: string) => {
            setGateway(id)
            const [first] = buses.get(id) ?? []
            setBus(first)
          }}
        />
        <Select
          aria-label={t($ => $.trial.bus)}
          placeholder={t($ => $.trial.bus)}
          options={ofGateway.map(name => ({ value: name, label: name }))}
          value={bus}
          onChange={setBus}
        />
        <InputNumber
          aria-label={t($ => $.trial.unit)}
          prefix={t($ => $.trial.unit)}
          min={0}
          max={255}
          precision={0}
          value={unit}
          onChange={setUnit}
        />
        <Button disabled={!isReady} loading={busy || isWaiting} onClick={() => void ask()}>
          {t($ => $.trial.ask)}
        </Button>
      </div>
      <div role="status">
        {isWaiting && <p className="caption">{t($ => $.trial.waiting)}</p>}
        {asked && !isWaiting && !answer && (
          <p className="caption">{error?.message ?? t($ => $.trial.late)}</p>
        )}
        {answer?.trouble && (
          <p>{t($ => $.trial.troubles[answer.trouble ?? 'silent'], { other: answer.other ?? '' })}</p>
        )}
      </div>
      {answer && answer.registers.length > 0 && <Tried key={asked?.trialId} registers={answer.registers} />}
    </details>
  )
}

/** The answer to what was asked, once it is there. */
function useAnswer(asked: Asked | undefined) {
  const mayRead = useMayCall(iotProducts.readTrial)
  return useQuery({
    queryKey: [iotProducts.readTrial.path, asked?.trialId],
    queryFn: () => {
      const { gatewayId = '', trialId = '', text = '' } = asked ?? {}
      return call(iotProducts.readTrial, { body: { gatewayId, trialId, text } })
    },
    enabled: mayRead && asked !== undefined,
    refetchInterval: ({ state }) =>
      !asked || state.data || Date.now() - asked.at > GIVE_UP_MS ? false : LOOK_MS,
    gcTime: 0,
  })
}

type Register = Trial['registers'][number]

function Tried({ registers }: Pick<Trial, 'registers'>) {
  const { t } = useTranslation('iot-products')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be in reach of keys
    <section tabIndex={0} aria-label={t($ => $.trial.title)} className="product-map-registers">
      <table className="product-map-tried">
        <thead>
          <tr>
            <th scope="col">{t($ => $.map.register)}</th>
            <th scope="col">{t($ => $.map.what)}</th>
            <th scope="col">{t($ => $.trial.read)}</th>
            <th scope="col">{t($ => $.trial.value)}</th>
            <th scope="col">{t($ => $.trial.panel)}</th>
          </tr>
        </thead>
        <tbody>
          {registers.map(register => (
            <Row key={`${register.table} ${register.places.join()} ${register.label}`} register={register} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Row({ register }: { register: Register }) {
  const { t } = useTranslation('iot-products')
  const language = usePreferences(({ language }) => language)
  const reader = useReader()
  const [shown, setShown] = useState('')
  const { table, places, label, words, value, verdict, beside } = register
  const unit = unitWord(register.unit, { ...reader, units: 'metric' })
  const withUnit = (number: number) =>
    [number.toLocaleString(language, { maximumFractionDigits: 3 }), unit].filter(Boolean).join(' ')
  return (
    <tr data-verdict={verdict}>
      <td className="num">
        {table} {places.join(', ')}
      </td>
      <td>{label}</td>
      <td className="num">{words.join(' ')}</td>
      <td>
        <span className="num">{typeof value === 'number' ? withUnit(value) : String(value ?? '')}</span>{' '}
        <span className="product-map-verdict">{t($ => $.trial.verdicts[verdict])}</span>
        {beside && (
          <span className="caption">
            {' '}
            {t($ => $.trial.beside, { label: beside.label, value: withUnit(beside.value) })}
          </span>
        )}
      </td>
      <td>
        {typeof value === 'number' && (
          <>
            <Input
              size="small"
              aria-label={t($ => $.trial.panelOf, { label })}
              value={shown}
              onChange={({ target }) => setShown(target.value)}
            />
            <Compared register={register} shown={shown} />
          </>
        )}
      </td>
    </tr>
  )
}

/** Whether the map says what the panel shows; if not, the keys with which it would. */
function Compared({ register: { words, value, type }, shown }: { register: Register; shown: string }) {
  const { t } = useTranslation('iot-products')
  const agrees = typeof value === 'number' ? isShown(value, shown) : undefined
  if (agrees === undefined) return null
  if (agrees) return <span className="caption">{t($ => $.trial.agrees)}</span>
  const ways = findMeanings([{ words, shown }])
  const meaning = ways.find(way => way.type === type) ?? ways[0]
  return (
    <span className="caption">
      {meaning ? (
        <>
          {t($ => $.trial.would)} <code>{keysOf(meaning)}</code>
        </>
      ) : (
        t($ => $.trial.noWay)
      )}
    </span>
  )
}
