import { useQuery } from '@tanstack/react-query'
import { Button, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { devices } from '#shared/contracts/devices.ts'
import { type DemoFault, demoFaultNames, demoFaults, type PlantedFault } from '#shared/demo-faults.ts'
import { WaitFor } from '#web/components/known.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'

/** What is broken in the simulated house; null if none is simulated, or the viewer may not plant faults; and its answer. */
export function usePlanted(deviceId: string) {
  const mayPlant = useMayCall(devices.plantFault)
  const asked = useQuery({
    queryKey: [devices.faults.path, deviceId],
    queryFn: () => call(devices.faults, { params: { id: deviceId } }),
    enabled: mayPlant,
    retry: false,
  })
  return { planted: (mayPlant && asked.data) || null, asked }
}

/** In a demonstration: breaks something in the simulated house and repairs it. Absent elsewhere. */
export function Faults({ deviceId }: { deviceId: string }) {
  const { planted, asked } = usePlanted(deviceId)
  return planted ? <Planting deviceId={deviceId} planted={planted} /> : <WaitFor of={[asked]} />
}

function Planting({ deviceId, planted }: { deviceId: string; planted: readonly PlantedFault[] }) {
  const { t } = useTranslation('controller-details')
  const { submit, busy } = useSubmit({ success: t($ => $.faults.told) })
  const [fault, setFault] = useState<DemoFault>('power')
  const [number, setNumber] = useState(1)
  const most = demoFaults[fault]
  const wordOf = (name: DemoFault, of: number) =>
    of === 0
      ? t($ => $.faults.kinds[name])
      : t($ => $.faults.numbered, { name: t($ => $.faults.kinds[name]), number: of })
  const change = (which: PlantedFault, isPlanted: boolean) =>
    void submit(() => call(devices.plantFault, { params: { id: deviceId }, body: { ...which, isPlanted } }))
  return (
    <section className="card details-card details-faults" aria-label={t($ => $.faults.title)}>
      <div>
        <h2>{t($ => $.faults.title)}</h2>
        <p className="caption">{t($ => $.faults.says)}</p>
      </div>
      <div className="details-faults-plant row wrap stretch">
        <Select
          aria-label={t($ => $.faults.which)}
          value={fault}
          options={demoFaultNames.map(value => ({ value, label: t($ => $.faults.kinds[value]) }))}
          onChange={setFault}
        />
        {most > 0 && (
          <InputNumber
            aria-label={t($ => $.faults.number)}
            min={1}
            max={most}
            precision={0}
            value={Math.min(number, most)}
            onChange={value => setNumber(value ?? 1)}
          />
        )}
        <Button loading={busy} onClick={() => change({ fault, number: Math.min(number, most) }, true)}>
          {t($ => $.faults.plant)}
        </Button>
      </div>
      {planted.length > 0 && (
        <ul>
          {planted.map(which => (
            <li key={`${which.fault} ${which.number}`}>
              <StateMark state="alarm" /> {wordOf(which.fault, which.number)}{' '}
              <Button
                size="small"
                aria-label={t($ => $.faults.endOf, { name: wordOf(which.fault, which.number) })}
                onClick={() => change(which, false)}
              >
                {t($ => $.faults.end)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
