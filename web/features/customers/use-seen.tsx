import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Customer } from '#shared/contracts/customers.ts'
import { changesOf } from '#web/components/form/changes.ts'
import { FIELDS } from './customer-form.tsx'
import { useLogWords } from './log-words.ts'
import '#web/components/form/form-dialog.css'
import './customer-dialogs.css'

/** The facts a decision depends on, named as in the update log. */
const factsOf = (customer: Customer) => ({
  approval: customer.approval,
  refusedBecause: customer.refusedBecause,
  stage: customer.stage,
  deleted: customer.deleted !== undefined,
  disabled: customer.status === 'DISABLE',
  trialEndsOn: customer.trialEndsOn,
  ...Object.fromEntries(FIELDS.map(name => [name, customer[name]])),
  managerOfficeId: customer.afterSaleServiceDepartmentName,
  agentId: customer.agentName,
  houses: customer.houses,
  users: customer.users,
  devices: customer.devices,
})

interface Seen {
  before: Customer
  now: Customer
  /** What has happened meanwhile, in words. */
  why: string
}

/**
 * The customer as seen by whoever decides. `conflict` takes the current state from a refusal, which counts as seen from then
 * on; `news` says what somebody else has changed.
 */
export function useSeen(customer: Customer) {
  const [seen, setSeen] = useState<Seen>({ now: customer, before: customer, why: '' })
  const conflict = (current: unknown, why: string) =>
    setSeen({ now: current as Customer, before: seen.now, why })
  const { now, before } = seen
  return { seen: now, conflict, news: now !== before && <Meanwhile {...seen} /> }
}

function Meanwhile({ before, now, why }: Seen) {
  const { t } = useTranslation('customers')
  const { t: word } = useTranslation('components')
  const { itemOf, wordOf } = useLogWords(now)
  const facts: Readonly<Record<string, unknown>> = factsOf(now)
  const changes = Object.entries(changesOf(factsOf(before), facts))
  const say = (item: string, value: unknown) =>
    value === null || value === undefined || value === '' ? t($ => $.log.empty) : wordOf(item, value)
  return (
    <div role="alert" className="customer-meanwhile">
      <p>
        <strong>{why}</strong>
      </p>
      <p>{t($ => $.meanwhile)}</p>
      {changes.length > 0 && (
        <table className="conflict">
          <thead>
            <tr>
              <th scope="col">{word($ => $.conflictField)}</th>
              <th scope="col">{t($ => $.youSaw)}</th>
              <th scope="col">{word($ => $.conflictCurrent)}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(([item, was]) => (
              <tr key={item}>
                <th scope="row">{itemOf(item)}</th>
                <td>{say(item, was)}</td>
                <td>{say(item, facts[item])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
