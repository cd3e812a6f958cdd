import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { houses, type MetersOfHouse } from '#shared/contracts/houses.ts'
import { METER_READING } from '#shared/limits.ts'
import type { ExchangedMetric } from '#shared/meter-exchange.ts'
import { formatSignal, metricByName } from '#shared/signals.ts'
import { instantOf, localText } from '#shared/zone-time.ts'
import { MomentField } from '#web/components/day/day-field.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { NumberField } from '#web/components/form/number-field.tsx'
import { AboutMark } from '#web/components/reading-mark.tsx'
import { call } from '#web/data/client.ts'
import { serverNow } from '#web/data/clock.ts'
import { useReader } from '#web/data/preferences.ts'

interface Props {
  houseId: string
  deviceId: string
  meters: MetersOfHouse['meters']
  timeZone: string
  close: () => void
}
interface Typed {
  metric: ExchangedMetric
  /** By the clock of the house: `2026-11-28T14:05`. */
  at: string
  reading: number
}

/** Asks which meter was exchanged, when, and what the new one showed. */
export function MeterForm({ houseId, deviceId, meters, timeZone, close }: Props) {
  const { t } = useTranslation('controller-details')
  const { t: word } = useTranslation('components')
  const required = [{ required: true, message: word($ => $.required) }]
  const doubted = meters.find(({ doubt }) => doubt) ?? meters[0]
  const labels = {
    metric: t($ => $.meters.meter),
    at: t($ => $.meters.at, { zone: timeZone }),
    reading: t($ => $.meters.reading),
  }
  return (
    <FormDialog<Typed>
      title={t($ => $.meters.tell)}
      initial={{
        ...(doubted && { metric: doubted.metric }),
        at: localText(serverNow(), timeZone).slice(0, 16),
      }}
      save={({ metric, at, reading }) =>
        call(houses.exchangeMeter, {
          params: { id: houseId },
          body: { deviceId, metric, reading, at: new Date(instantOf(at, timeZone)).toISOString() },
        })
      }
      success={t($ => $.meters.told)}
      doing={t($ => $.meters.tell)}
      labels={labels}
      close={close}
    >
      <p>{t($ => $.meters.says)}</p>
      <FormField name="metric" label={labels.metric} rules={required}>
        <Select
          options={meters.map(({ metric }) => ({ value: metric, label: <MeterName metric={metric} /> }))}
        />
      </FormField>
      <Shows meters={meters} />
      <MomentField name="at" label={labels.at} rules={required} />
      <Reading label={labels.reading} />
    </FormDialog>
  )
}

function MeterName({ metric }: { metric: string }) {
  const { language } = useReader()
  return metricByName.get(metric)?.label[language] ?? metric
}

/** What the chosen meter shows now. */
function Shows({ meters }: Pick<Props, 'meters'>) {
  const { t } = useTranslation('controller-details')
  const reader = useReader()
  const chosen: unknown = Form.useWatch('metric')
  const meter = meters.find(({ metric }) => metric === chosen)
  const signal = metricByName.get(meter?.metric ?? '')
  if (!meter || !signal) return null
  return (
    <p className="caption num">
      {t($ => $.meters.shows, { value: formatSignal(meter.value, signal, reader) })}{' '}
      <AboutMark about={meter.doubt && { doubt: meter.doubt }} size="says" />
    </p>
  )
}

function Reading({ label }: { label: string }) {
  const { t } = useTranslation('controller-details')
  const chosen: unknown = Form.useWatch('metric')
  const unit = metricByName.get(typeof chosen === 'string' ? chosen : '')?.unit ?? ''
  return (
    <NumberField
      name="reading"
      label={label}
      extra={t($ => $.meters.readingSays)}
      min={0}
      max={METER_READING}
      unit={unit}
      isRequired
    />
  )
}
