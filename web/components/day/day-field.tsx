import type { FormItemProps } from 'antd'
import { useTranslation } from 'react-i18next'
import { dateOf } from '#shared/dates.ts'
import { readClock, readDay } from '#shared/typed-day.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { FormField } from '../form/form-field.tsx'
import { ClockInput } from './clock-input.tsx'
import { DayInput, type DayInputProps } from './day-input.tsx'
import { MomentInput } from './moment-input.tsx'

type Props = FormItemProps & { name: string; isRequired?: boolean }
type Wanted = (value: unknown) => string | null

/** A form's field whose value is typed: `fault` says what is wrong with it, null if nothing is. */
function useRules(isRequired: boolean, given: FormItemProps['rules'], fault: Wanted) {
  const { t } = useTranslation('components')
  const validator = (_: unknown, value: unknown) => {
    const isEmpty = value === null || value === undefined || value === ''
    const said = isEmpty ? (isRequired ? t($ => $.required) : null) : fault(value)
    return said === null ? Promise.resolve() : Promise.reject(new Error(said))
  }
  return [...(given ?? []), { validator }]
}

/** What is wrong with a day within bounds, in words; null if nothing is. */
function useDayFault({ min, max }: Pick<DayInputProps, 'min' | 'max'>): (typed: string) => string | null {
  const { t } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  return typed => {
    const day = readDay(typed)
    if (day === undefined) return t($ => $.dayField.wanted)
    if (min && day < min) return t($ => $.dayField.notBefore, { day: dateOf(min, language) })
    return max && day > max ? t($ => $.dayField.notAfter, { day: dateOf(max, language) }) : null
  }
}

/** A day in a form, yyyy-mm-dd; see {@link DayInput}. */
export function DayField({
  min,
  max,
  isRequired = false,
  rules: given,
  ...item
}: Props & Pick<DayInputProps, 'min' | 'max'>) {
  const fault = useDayFault({ min, max })
  const rules = useRules(isRequired, given, value => fault(String(value)))
  return (
    <FormField validateTrigger="onBlur" {...item} {...(isRequired && { required: true })} rules={rules}>
      <DayInput min={min} max={max} />
    </FormField>
  )
}

/** A time of day in a form, hh:mm; see {@link ClockInput}. */
export function ClockField({ isRequired = false, rules: given, ...item }: Props) {
  const { t } = useTranslation('components')
  const rules = useRules(isRequired, given, value =>
    readClock(String(value)) === undefined ? t($ => $.dayField.clockWanted) : null,
  )
  return (
    <FormField validateTrigger="onBlur" {...item} {...(isRequired && { required: true })} rules={rules}>
      <ClockInput />
    </FormField>
  )
}

/** A day and time in a form, as yyyy-mm-ddThh:mm unless the field says otherwise; see {@link MomentInput}. */
export function MomentField({ isRequired = false, rules: given, ...item }: Props) {
  const { t } = useTranslation('components')
  const fault = useDayFault({})
  const rules = useRules(isRequired, given, value => {
    const [day = '', clock = ''] = String(value).split('T')
    return fault(day) ?? (readClock(clock.slice(0, 5)) === undefined ? t($ => $.dayField.clockWanted) : null)
  })
  return (
    <FormField validateTrigger="onBlur" {...item} {...(isRequired && { required: true })} rules={rules}>
      <MomentInput label={typeof item.label === 'string' ? item.label : undefined} />
    </FormField>
  )
}
