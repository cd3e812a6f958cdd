import { Form, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import type { ProposedTransfer, TestBasis } from '#shared/contracts/overhaul-tests.ts'
import { clockOf, dayOf } from '#shared/dates.ts'
import { BACKUP_K } from '#shared/safety-tests.ts'
import { formatSignal, metricByName } from '#shared/signals.ts'
import { FormField } from '#web/components/form/form-field.tsx'
import { NumberField } from '#web/components/form/number-field.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { useReader } from '#web/data/preferences.ts'
import { YesNo } from './yes-no.tsx'

interface Props {
  basis: TestBasis
}

/** A generator test: a loss of mains found in the readings, or what was seen beside it. */
export function GeneratorInputs({ basis: { transfers, timeZone } }: Props) {
  const { t } = useTranslation('overhaul')
  const isUnseen = Form.useWatch('transfer', { preserve: true }) === ''
  const found = transfers ?? []
  return (
    <>
      <p className="test-says">
        {found.length > 0
          ? t($ => $.test.found)
          : transfers === null
            ? t($ => $.test.noPowerReadings)
            : t($ => $.test.noneFound)}
      </p>
      <FormField name="transfer" label={t($ => $.test.transfer)} hidden={found.length === 0}>
        <Radio.Group className="test-transfers">
          {found.map(transfer => (
            <Radio key={transfer.mainsOffAt} value={transfer.mainsOffAt}>
              <TransferSays transfer={transfer} timeZone={timeZone} />
            </Radio>
          ))}
          <Radio value="">{t($ => $.test.byEye)}</Radio>
        </Radio.Group>
      </FormField>
      {isUnseen && (
        <>
          <YesNo name="started" label={t($ => $.test.started)} />
          <YesNo name="ranFans" label={t($ => $.test.fansOnGenerator)} />
        </>
      )}
    </>
  )
}

function TransferSays({ transfer, timeZone }: { transfer: ProposedTransfer; timeZone: string }) {
  const { t } = useTranslation('overhaul')
  const { language } = useReader()
  const { mainsOffAt, generatorOnAt, fansOnAt, fans, mainsBackAt, faults } = transfer
  const clock = (at: string) => clockOf(Date.parse(at), timeZone)
  const seconds = (at: string) => Math.round((Date.parse(at) - Date.parse(mainsOffAt)) / 1_000)
  const steps = [
    t($ => $.test.mainsOff, { time: clock(mainsOffAt) }),
    generatorOnAt && t($ => $.test.generatorAfter, { count: seconds(generatorOnAt) }),
    fansOnAt && t($ => $.test.fansAfter, { count: seconds(fansOnAt), fans }),
    mainsBackAt && t($ => $.test.mainsBack, { time: clock(mainsBackAt) }),
  ]
  return (
    <span className="test-transfer">
      <b className="num">{dayOf(Date.parse(mainsOffAt), language, timeZone)}</b>
      <span className="num">{steps.filter(Boolean).join(' · ')}</span>
      {faults.length > 0 && (
        <span className="test-fault">
          <StateMark state="alarm" /> {faults.join(' · ')}
        </span>
      )}
    </span>
  )
}

/** A backup thermostat: what it is set to beside today's target, and whether it ran its fans. */
export function ThermostatInputs({ basis: { target } }: Props) {
  const { t } = useTranslation('overhaul')
  const reader = useReader()
  const degrees = (value: number, isDifference = false) =>
    formatSignal(value, { unit: '°C', decimals: 1, ...(isDifference && { isDifference }) }, reader)
  return (
    <>
      <p className="test-says">
        {target === null
          ? t($ => $.test.noTarget)
          : t($ => $.test.setBetween, { target: degrees(target), most: degrees(BACKUP_K, true) })}
      </p>
      <NumberField name="setPoint" label={t($ => $.test.setPoint)} min={-10} max={60} unit="°C" isRequired />
      <YesNo name="ranFans" label={t($ => $.test.ranFans)} />
    </>
  )
}

/** What a reference instrument shows beside each sensor; one left empty was not checked. */
export function SensorInputs({ basis: { probes } }: Props) {
  const { t } = useTranslation('overhaul')
  const reader = useReader()
  if (probes.length === 0) return <p className="test-says">{t($ => $.test.noProbes)}</p>
  return (
    <>
      <p className="test-says">{t($ => $.test.compare)}</p>
      <div className="field-inputs">
        {probes.map(({ metric, value, limit }) => {
          const signal = metricByName.get(metric)
          if (!signal) return null
          return (
            <NumberField
              key={metric}
              name={metric}
              label={signal.label[reader.language]}
              unit={signal.unit}
              min={-1_000}
              max={100_000}
              extra={t($ => $.test.reads, {
                value: formatSignal(value, signal, reader),
                limit: formatSignal(limit, { ...signal, isDifference: true }, reader),
              })}
            />
          )
        })}
      </div>
    </>
  )
}
