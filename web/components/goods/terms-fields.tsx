import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { dueEvents, faultOfParts, incoterms, PARTS, type PaymentPart } from '#shared/order-terms.ts'
import { DayInput } from '#web/components/day/day-input.tsx'
import { AmountInput } from '#web/components/form/amount-field.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { RowList } from '#web/components/form/row-list.tsx'
import { WholeInput } from '#web/components/form/whole-input.tsx'
import { ChoiceSelect } from '#web/components/remote-select.tsx'
import { usePreferences } from '#web/data/preferences.ts'
import './terms.css'

const noPart: PaymentPart = { percent: null, amount: null, due: 'order', days: 0, dueOn: null }

/** The labels of the fields, for a form's list of changes. */
export function useTermsLabels() {
  const { t } = useTranslation('components')
  return {
    incoterm: t($ => $.terms.incoterm),
    place: t($ => $.terms.place),
    parts: t($ => $.terms.parts),
    note: t($ => $.terms.note),
  }
}

/** Delivery and payment as agreed or offered, in the form of an order or a quotation. */
export function TermsFields() {
  const { t } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const labels = useTermsLabels()
  const choices = Object.entries(incoterms).map(([value, name]) => ({ value, label: name[language] }))
  const addUp = (_: unknown, parts: PaymentPart[] = []) => {
    const fault = faultOfParts(parts)
    return fault === null ? Promise.resolve() : Promise.reject(new Error(t($ => $.terms.fault[fault])))
  }
  return (
    <>
      <FormField name="incoterm" label={labels.incoterm} normalize={(code?: string) => code ?? null}>
        <ChoiceSelect options={choices} allowClear showSearch={{ optionFilterProp: 'label' }} />
      </FormField>
      <FormField name="place" label={labels.place}>
        <Input maxLength={100} />
      </FormField>
      <FormField
        name="parts"
        label={labels.parts}
        extra={t($ => $.terms.partsSay)}
        rules={[{ validator: addUp }]}
      >
        <Parts />
      </FormField>
      <FormField name="note" label={labels.note}>
        <Input maxLength={300} />
      </FormField>
    </>
  )
}

function Parts({
  value = [],
  onChange,
}: {
  value?: PaymentPart[]
  onChange?: (parts: PaymentPart[]) => void
}) {
  const { t } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const events = Object.entries(dueEvents).map(([event, name]) => ({ value: event, label: name[language] }))
  return (
    <RowList
      rows={value}
      change={parts => onChange?.(parts)}
      fresh={noPart}
      add={t($ => $.terms.addPart)}
      most={PARTS}
      className="terms-part-inputs"
    >
      {(part, put, number) => (
        <>
          <AmountInput
            aria-label={t($ => $.terms.percentOf, { number })}
            placeholder="%"
            value={part.percent}
            onChange={percent => put({ percent })}
          />
          <AmountInput
            aria-label={t($ => $.terms.amountOf, { number })}
            placeholder={t($ => $.terms.rest)}
            value={part.amount}
            onChange={amount => put({ amount })}
          />
          <ChoiceSelect
            aria-label={t($ => $.terms.dueOf, { number })}
            options={events}
            value={part.due}
            onChange={(due: PaymentPart['due']) => put({ due, dueOn: due === 'day' ? part.dueOn : null })}
          />
          {part.due === 'day' ? (
            <DayInput
              aria-label={t($ => $.terms.dayOf, { number })}
              value={part.dueOn}
              onChange={day => put({ dueOn: day || null })}
            />
          ) : (
            <WholeInput
              aria-label={t($ => $.terms.daysOf, { number })}
              min={0}
              max={365}
              value={part.days}
              onChange={days => put({ days: (days ?? 0) as number })}
            />
          )}
        </>
      )}
    </RowList>
  )
}
