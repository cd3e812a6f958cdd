import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { flockRecords } from '#shared/contracts/flock-records.ts'
import { flockHealth } from '#shared/contracts/health-programmes.ts'
import { useMayCall } from '#web/data/session.ts'
import { later } from '../later.tsx'
import type { StepOfFlock } from './carry-out-form.tsx'

const CarryOutForm = later(() => import('./carry-out-form.tsx').then(file => file.CarryOutForm))
const SkipForm = later(() => import('./skip-form.tsx').then(file => file.SkipForm))

/** What a farm does about a step that is due: record it as given, or leave it out. */
export function StepActions({ of }: { of: StepOfFlock }) {
  const { t } = useTranslation('components')
  const [shown, show] = useState<'carryOut' | 'skip' | null>(null)
  const mayCarryOut = useMayCall(flockRecords.carryOut)
  const maySkip = useMayCall(flockHealth.skip)
  const close = () => show(null)
  const about = { name: of.step.name, house: of.houseName }
  return (
    <span className="row gap-3">
      {mayCarryOut && (
        <Button
          size="small"
          type="primary"
          aria-label={t($ => $.health.carryOutTitle, about)}
          onClick={() => show('carryOut')}
        >
          {t($ => $.health.carryOut)}
        </Button>
      )}
      {maySkip && (
        <Button size="small" aria-label={t($ => $.health.skipTitle, about)} onClick={() => show('skip')}>
          {t($ => $.health.skip)}
        </Button>
      )}
      {shown === 'carryOut' && <CarryOutForm of={of} close={close} />}
      {shown === 'skip' && <SkipForm of={of} close={close} />}
    </span>
  )
}
