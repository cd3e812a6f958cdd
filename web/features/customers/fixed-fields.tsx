import { Form } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Customer } from '#shared/contracts/customers.ts'
import { dateOf } from '#shared/dates.ts'
import { lastDay } from '#shared/zone-time.ts'
import { StateMark } from '#web/components/state-mark.tsx'
import { usePreferences } from '#web/data/preferences.ts'

/** A read-only value decided by somebody else, and by whom. */
function Fixed({ label, says, children }: { label: string; says?: string; children: ReactNode }) {
  return (
    <Form.Item label={label} extra={says}>
      <div className="form-fixed row gap-15">{children}</div>
    </Form.Item>
  )
}

export function FixedText({ label, value, says }: { label: string; value: string | null; says: string }) {
  return (
    <Fixed label={label} says={says}>
      {value ?? '—'}
    </Fixed>
  )
}

/** A day, yyyy-mm-dd. */
export function FixedDay({ label, on, says }: { label: string; on: string | null; says: string }) {
  const language = usePreferences(({ language }) => language)
  return (
    <Fixed label={label} says={says}>
      {on === null ? '—' : <span className="num">{dateOf(on, language)}</span>}
    </Fixed>
  )
}

/** RC and RA as the customer's owner has set them. */
export function Consent({ customer }: { customer: Customer }) {
  const { t } = useTranslation('customers')
  const language = usePreferences(({ language }) => language)
  return (['remoteControlUntil', 'farmAccessUntil'] as const).map(name => {
    const until = customer[name]
    return (
      <Fixed key={name} label={t($ => $.fields[name])}>
        <StateMark state={until ? 'normal' : 'disabled'} />
        {until
          ? t($ => $.consentUntil, { time: dateOf(lastDay(Date.parse(until), customer.timeZone), language) })
          : t($ => $.consent.off)}
      </Fixed>
    )
  })
}
