import { type FormItemProps, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readAmount } from '#shared/money.ts'
import { FormField } from './form-field.tsx'

/** An exact amount in a form: input stays as typed, and invalid input is marked, never changed. */
export function AmountField({
  isRequired,
  rules: _,
  ...item
}: FormItemProps & { name: string; isRequired: boolean }) {
  const { t } = useTranslation('components')
  const validator = (_: unknown, value: unknown) => {
    if (value === null || value === undefined || value === '')
      return isRequired ? Promise.reject(new Error(t($ => $.required))) : Promise.resolve()
    return readAmount(String(value)) === undefined
      ? Promise.reject(new Error(t($ => $.amountWanted)))
      : Promise.resolve()
  }
  return (
    <FormField {...item} required={isRequired} rules={[{ validator }]}>
      <AmountInput />
    </FormField>
  )
}

interface InputProps {
  value?: string | null
  onChange?: (value: string | null) => void
  id?: string
  placeholder?: string
  'aria-label'?: string
}

/** Emits the amount once the input is one, and until then the input itself. */
export function AmountInput({ value = null, onChange, ...given }: InputProps) {
  const [typed, setTyped] = useState<{ text: string; value: string | null } | null>(null)
  const change = (text: string) => {
    const next = readAmount(text) ?? (text.trim() || null)
    setTyped({ text, value: next })
    onChange?.(next)
  }
  return (
    <Input
      {...given}
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      value={typed !== null && typed.value === value ? typed.text : (value ?? '')}
      onChange={event => change(event.target.value)}
    />
  )
}
