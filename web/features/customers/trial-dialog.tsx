import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Customer, trialCustomers } from '#shared/contracts/customers.ts'
import { EXTENSIONS } from '#shared/customers.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { DayField } from '#web/components/day/day-field.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { call } from '#web/data/client.ts'
import { useSeen } from './use-seen.tsx'

type Days = (typeof EXTENSIONS)[number]
const YEAR = 365

interface Props {
  what: 'extend' | 'convert'
  customer: Customer
  close: () => void
}

/** Extends a trial by some days, or turns it into a contract. */
export function TrialDialog({ what, customer, close }: Props) {
  const { t } = useTranslation('customers')
  const { t: word } = useTranslation('components')
  const { seen, conflict, news } = useSeen(customer)
  const { id, name, version, timeZone } = seen
  const params = { id }
  const isOver = seen.stage !== 'trial'
  if (what === 'extend')
    return (
      <FormDialog<{ days: Days }>
        title={t($ => $.extendTitle, { name })}
        initial={{ days: 30 }}
        save={body => call(trialCustomers.extend, { params, body: { ...body, version } })}
        conflict={conflict}
        success={t($ => $.extended)}
        doing={t($ => $.extend)}
        readOnly={isOver}
        close={close}
      >
        {news}
        <FormField name="days" label={t($ => $.extendDays)} extra={t($ => $.extendSays)}>
          <Segmented
            block
            options={EXTENSIONS.map(value => ({ value, label: t($ => $.days, { count: value }) }))}
          />
        </FormField>
      </FormDialog>
    )
  const today = dateIn(timeZone, new Date())
  return (
    <FormDialog<{ contractEndsOn: string }>
      title={t($ => $.convertTitle, { name })}
      initial={{ contractEndsOn: daysAfter(today, YEAR) }}
      save={values => call(trialCustomers.convert, { params, body: { ...values, version } })}
      success={t($ => $.converted)}
      doing={t($ => $.convert)}
      conflict={conflict}
      readOnly={isOver}
      close={close}
    >
      {news}
      <p>{t($ => $.convertSays)}</p>
      <DayField
        name="contractEndsOn"
        label={t($ => $.fields.contractEndsOn)}
        rules={[{ required: true, message: word($ => $.required) }]}
        min={today}
      />
    </FormDialog>
  )
}
