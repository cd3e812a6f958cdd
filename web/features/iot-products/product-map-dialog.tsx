import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Select } from 'antd'
import { Download, Upload } from 'lucide-react'
import { useContext, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type CheckedMap,
  type IotProduct,
  iotProducts,
  type ProductMap,
} from '#shared/contracts/iot-products.ts'
import { momentOf } from '#shared/dates.ts'
import { MAP_LENGTH } from '#shared/limits.ts'
import { unitWord } from '#shared/signals.ts'
import { bothNames } from '#shared/text.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormChanges } from '#web/components/form/form-field.tsx'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { useZone } from '#web/components/time.tsx'
import { useReadOnce } from '#web/components/use-read-once.ts'
import { useSettled } from '#web/components/use-settled.ts'
import { call } from '#web/data/client.ts'
import { usePreferences, useReader } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { MapTrial } from './map-trial.tsx'
import { MeaningFinder } from './meaning-finder.tsx'
import './product-map-dialog.css'

/** ms without a key after which what was typed is checked */
const SETTLED = 600

interface Values {
  text: string
}
interface Props {
  product: IotProduct
  close: () => void
}

/** The register map of a product: its text, what is wrong with it line by line, and what its registers are. */
export function ProductMapDialog({ product, close }: Props) {
  const { t } = useTranslation('iot-products')
  const language = usePreferences(({ language }) => language)
  const mayChange = useMayCall(iotProducts.saveMap)
  const mayTry = useMayCall(iotProducts.tryMap)
  const params = { id: product.id }
  const { data, error, retry } = useReadOnce([iotProducts.map.path, product.id], () =>
    call(iotProducts.map, { params }),
  )
  if (error) return <LoadProblem error={error} retry={retry} />
  if (!data) return null
  return (
    <FormDialog<Values>
      title={t($ => $.map.title, { name: bothNames(product)[language] })}
      width={960}
      initial={{ text: data.text }}
      version={data.version}
      save={({ text }, version = 0) => call(iotProducts.saveMap, { params, body: { text, version } })}
      valuesOf={({ text }: ProductMap) => ({ text })}
      labels={{ text: t($ => $.map.text) }}
      success={t($ => $.map.saved)}
      readOnly={!mayChange}
      close={close}
    >
      <Buttons product={product} mayChange={mayChange} />
      <Form.Item name="text" label={t($ => $.map.text)} extra={t($ => $.map.hint)}>
        <Input.TextArea
          className="product-map-text"
          maxLength={MAP_LENGTH}
          rows={14}
          // A line of the file is a line here.
          wrap="off"
          spellCheck={false}
          placeholder={'map: my-model\nname: { zh: …, en: … }\nregisters:\n  - { register: 0, … }'}
        />
      </Form.Item>
      <Checked />
      {mayTry && <MapTrial />}
      <MeaningFinder />
    </FormDialog>
  )
}

/** Brings a file in, takes it out, and goes back to what was saved before. */
function Buttons({ product, mayChange }: { product: IotProduct; mayChange: boolean }) {
  const { t } = useTranslation('iot-products')
  const { put } = useContext(FormChanges)
  const text = Form.useWatch<string | undefined>('text') ?? ''
  const input = useRef<HTMLInputElement>(null)
  const save = () => {
    const name = /^map: *([a-z0-9-]+)/m.exec(text)?.[1] ?? 'map'
    const url = URL.createObjectURL(new Blob([text], { type: 'application/yaml' }))
    Object.assign(document.createElement('a'), { href: url, download: `${name}.yaml` }).click()
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  }
  return (
    <div className="product-map-buttons">
      {mayChange && (
        <>
          <input
            ref={input}
            type="file"
            accept=".yaml,.yml"
            aria-label={t($ => $.map.bringIn)}
            className="visually-hidden"
            tabIndex={-1}
            onChange={event => {
              const [file] = event.target.files ?? []
              // The same file, corrected, may be chosen again.
              event.target.value = ''
              void file?.text().then(read => put?.('text', read))
            }}
          />
          <Button icon={<Upload size={16} aria-hidden />} onClick={() => input.current?.click()}>
            {t($ => $.map.bringIn)}
          </Button>
        </>
      )}
      <Button icon={<Download size={16} aria-hidden />} disabled={text === ''} onClick={save}>
        {t($ => $.map.takeOut)}
      </Button>
      <Earlier product={product} />
    </div>
  )
}

function Earlier({ product }: { product: IotProduct }) {
  const { t } = useTranslation('iot-products')
  const { put } = useContext(FormChanges)
  const language = usePreferences(({ language }) => language)
  const zone = useZone()
  const params = { id: product.id }
  const { data = [] } = useQuery({
    queryKey: [iotProducts.mapVersions.path, product.id],
    queryFn: () => call(iotProducts.mapVersions, { params }),
  })
  if (data.length < 2) return null
  const open = async (number: number) =>
    put?.('text', (await call(iotProducts.map, { params, query: { number } })).text)
  return (
    <Select<number>
      aria-label={t($ => $.map.earlier)}
      placeholder={t($ => $.map.earlier)}
      options={data.map(({ number, at, by }) => ({
        value: number,
        label: [number, momentOf(new Date(at), language, zone), by].filter(Boolean).join(' · '),
      }))}
      onChange={number => void open(number)}
    />
  )
}

/** What the server makes of the text as it is typed. */
function Checked() {
  const text = Form.useWatch<string | undefined>('text') ?? ''
  const settled = useSettled(text, SETTLED)
  const mayCheck = useMayCall(iotProducts.checkMap)
  const language = usePreferences(({ language }) => language)
  const { data } = useQuery({
    queryKey: [iotProducts.checkMap.path, language, settled],
    queryFn: () => call(iotProducts.checkMap, { body: { text: settled } }),
    enabled: mayCheck && settled.trim() !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  if (!data || text.trim() === '') return null
  return data.problems.length > 0 ? (
    <Problems problems={data.problems} />
  ) : (
    <Registers registers={data.registers} />
  )
}

/** Lines above the one that is shown, so that it is not at the edge. */
const ABOVE = 3

/** Marks a line of the text in the form of a button. */
function showLine(button: HTMLElement, line: number): void {
  const area = button.closest('form')?.querySelector('textarea')
  if (!area) return
  const lines = area.value.split('\n')
  const start = lines.slice(0, line - 1).reduce((length, each) => length + each.length + 1, 0)
  area.focus()
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
  area.scrollTop = ((line - 1 - ABOVE) * area.scrollHeight) / lines.length
}

function Problems({ problems }: Pick<CheckedMap, 'problems'>) {
  const { t } = useTranslation('iot-products')
  return (
    <div role="status" className="product-map-problems">
      <strong>{t($ => $.map.problems, { count: problems.length })}</strong>
      <ul>
        {problems.map(({ line, field, message }) => (
          <li key={`${line} ${field} ${message}`}>
            <Button type="link" size="small" onClick={event => showLine(event.currentTarget, line)}>
              {t($ => $.map.line, { line })}
            </Button>
            {message}
            {field !== '' && <code>{field}</code>}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Registers({ registers }: Pick<CheckedMap, 'registers'>) {
  const { t } = useTranslation('iot-products')
  const reader = useReader()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be in reach of keys
    <section tabIndex={0} aria-label={t($ => $.map.registers)} className="product-map-registers">
      <strong role="status">{t($ => $.map.good, { count: registers.length })}</strong>
      <table>
        <thead>
          <tr>
            <th scope="col">{t($ => $.map.register)}</th>
            <th scope="col">{t($ => $.map.what)}</th>
            <th scope="col">{t($ => $.map.kind)}</th>
            <th scope="col">{t($ => $.map.type)}</th>
            <th scope="col">{t($ => $.map.scale)}</th>
          </tr>
        </thead>
        <tbody>
          {registers.map(({ table, places, type, kind, label, unit, scale }) => (
            <tr key={`${table} ${places.join()} ${kind} ${label}`}>
              <td className="num">
                {table} {places.join(', ')}
              </td>
              <td>{[label, unitWord(unit, { ...reader, units: 'metric' })].filter(Boolean).join(', ')}</td>
              <td>{t($ => $.map.kinds[kind])}</td>
              <td>{type}</td>
              <td className="num">{scale}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
