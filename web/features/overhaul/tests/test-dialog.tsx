import { useQuery } from '@tanstack/react-query'
import { Modal, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import type { OverhaulPlan } from '#shared/contracts/overhaul.ts'
import { overhaulTests, type TestBasis, testFields } from '#shared/contracts/overhaul-tests.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { emptyTexts, FieldInputs } from '#web/components/records/field-inputs.tsx'
import { call } from '#web/data/client.ts'
import { placeOf } from '../place-of.ts'
import { AlarmTest } from './alarm-test.tsx'
import { GeneratorInputs, SensorInputs, ThermostatInputs } from './proof-inputs.tsx'
import './tests.css'

/** How often an open dialog looks for answers to a test alarm. ms */
const ANSWERS_EVERY_MS = 5_000

interface Props {
  plan: OverhaulPlan
  close: () => void
}

/** Records a safety test with its proof; a test alarm is sent, and records itself. */
export function TestDialog({ plan, close }: Props) {
  const { id } = plan
  const { data, error, refetch } = useQuery({
    queryKey: [overhaulTests.basis.path, id],
    queryFn: () => call(overhaulTests.basis, { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.alarm?.judgedBy ? ANSWERS_EVERY_MS : false),
  })
  const title = `${plan.item} · ${placeOf(plan)}`
  if (data && data.proof !== 'alarm') return <ProofForm basis={data} title={title} close={close} />
  return (
    <Modal open title={title} onCancel={close} footer={null} width={560}>
      {data ? (
        <AlarmTest basis={data} />
      ) : error ? (
        <LoadProblem error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 4 }} />
      )}
    </Modal>
  )
}

interface Values {
  note: string
  pictures: string[]
  /** When the mains went off, '' for a test that is not in the readings. */
  transfer?: string
  started?: boolean
  ranFans?: boolean
  setPoint?: number | null
  /** The reference beside each sensor, by its metric. */
  [metric: string]: unknown
}

const inputsOf = { generator: GeneratorInputs, thermostat: ThermostatInputs, sensors: SensorInputs }

function ProofForm({ basis, title, close }: { basis: TestBasis; title: string; close: () => void }) {
  const { t } = useTranslation('overhaul')
  const { plan, proof } = basis
  const Inputs = proof === 'alarm' ? null : inputsOf[proof]
  return (
    <FormDialog<Values>
      title={title}
      width={560}
      initial={{ ...emptyTexts(testFields), transfer: basis.transfers?.[0]?.mainsOffAt ?? '' }}
      save={values => {
        const { id, version } = plan
        return call(overhaulTests.prove, { params: { id }, body: { ...bodyOf(values, basis), version } })
      }}
      success={t($ => $.test.recorded)}
      doing={t($ => $.test.record)}
      close={close}
    >
      {Inputs && <Inputs basis={basis} />}
      <FieldInputs fields={testFields} />
    </FormDialog>
  )
}

function bodyOf({ note, pictures, ...values }: Values, { proof, probes }: TestBasis) {
  const { transfer = '', started = false, ranFans = false, setPoint = null } = values
  if (proof === 'generator')
    return transfer === ''
      ? { note, pictures, seen: { started, ranFans } }
      : { note, pictures, mainsOffAt: transfer }
  if (proof === 'thermostat') return { note, pictures, setPoint, ranFans }
  const compared = probes.flatMap(({ metric }) => {
    const reference = values[metric]
    return typeof reference === 'number' ? [{ metric, reference }] : []
  })
  return { note, pictures, references: compared }
}
