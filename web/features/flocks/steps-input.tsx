import { Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { HealthProgrammeForm } from '#shared/contracts/health-programmes.ts'
import {
  isHens,
  TREATMENT_DAYS,
  treatmentKindNames,
  treatmentKinds,
  WITHDRAWAL_DAYS,
} from '#shared/flocks.ts'
import { ofKind, STEP_DAY_MOST, STEPS_MOST } from '#shared/health-programme.ts'
import type { HouseType } from '#shared/signals.ts'
import { RowList } from '#web/components/form/row-list.tsx'
import { useWholeRule, WholeInput } from '#web/components/form/whole-input.tsx'
import { usePreferences } from '#web/data/preferences.ts'

type Step = z.input<typeof HealthProgrammeForm>['steps'][number]

interface Props {
  type: HouseType
  value?: Step[]
  onChange?: (value: Step[]) => void
}

const fresh = { kind: 'vaccine', name: '', days: 1, dose: '', route: '', withdrawalDays: 0 } as Step

/** Days of age are whole and within bounds, and every step names what is given. */
export function useStepsRule() {
  const { t } = useTranslation('flocks')
  const { validator } = useWholeRule<Step>(steps => steps.map(({ day }) => day), {
    min: 0,
    max: STEP_DAY_MOST,
  })
  return {
    validator: (rule: unknown, steps: readonly Step[] = []) => {
      if (steps.length === 0) return Promise.reject(new Error(t($ => $.programmes.noSteps)))
      if (steps.some(({ name }) => name.trim() === ''))
        return Promise.reject(new Error(t($ => $.programmes.nameless)))
      if (steps.some(({ withdrawalDays }) => (withdrawalDays ?? null) === null))
        return Promise.reject(new Error(t($ => $.withdrawalUnsaid)))
      return validator(rule, steps)
    },
  }
}

/** The steps of a programme: at what age what is given, and how. */
export function StepsInput({ type, value = [], onChange }: Props) {
  const { t } = useTranslation('flocks')
  const language = usePreferences(({ language }) => language)
  const whole = (name: string, of: unknown, most: number, put: (value: never) => void, least = 0) => (
    <WholeInput
      aria-label={name}
      suffix={name}
      min={least}
      max={most}
      value={of}
      onChange={typed => put(typed as never)}
    />
  )
  const words = (name: string, of: string | undefined, most: number, put: (value: string) => void) => (
    <Input
      aria-label={name}
      placeholder={name}
      maxLength={most}
      value={of ?? ''}
      onChange={event => put(event.target.value)}
    />
  )
  return (
    <RowList<Step>
      rows={value}
      change={rows => onChange?.(rows)}
      fresh={fresh}
      add={t($ => $.programmes.addStep)}
      most={STEPS_MOST}
      remove={({ name }) => t($ => $.takeOut, { name })}
      className="programme-step"
    >
      {(each, put) => (
        <>
          {whole(
            t($ => $.programmes.dayOfAge),
            each.day,
            STEP_DAY_MOST,
            day => put({ day }),
          )}
          <Select
            aria-label={t($ => $.kind)}
            value={each.kind}
            onChange={kind => put(ofKind(each, kind))}
            options={treatmentKinds.map(kind => ({ value: kind, label: treatmentKindNames[kind][language] }))}
          />
          {words(
            t($ => $.product),
            each.name,
            100,
            name => put({ name }),
          )}
          {words(
            t($ => $.dose),
            each.dose,
            100,
            dose => put({ dose }),
          )}
          {words(
            t($ => $.route),
            each.route,
            60,
            route => put({ route }),
          )}
          {whole(
            t($ => $.programmes.forDays),
            each.days,
            TREATMENT_DAYS,
            days => put({ days }),
            1,
          )}
          {whole(
            t($ => $.withdrawalDays),
            each.withdrawalDays,
            WITHDRAWAL_DAYS,
            withdrawalDays => put({ withdrawalDays }),
          )}
          {isHens({ type }) &&
            whole(
              t($ => $.eggWithdrawalDays),
              each.eggWithdrawalDays ?? each.withdrawalDays,
              WITHDRAWAL_DAYS,
              eggWithdrawalDays => put({ eggWithdrawalDays }),
            )}
        </>
      )}
    </RowList>
  )
}
