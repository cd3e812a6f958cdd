import { Phone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Customer, contractOf, trialCustomers } from '#shared/contracts/customers.ts'
import { type RowAction, RowActions } from '#web/components/list/row-actions.tsx'
import { useConfirmed } from '#web/components/use-confirmed.ts'
import { useIsPhone } from '#web/components/use-phone.ts'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'
import type { Asking } from './customers-page.tsx'
import { touchedByCustomer } from './touched.ts'
import { useDisableDialog } from './use-disable-dialog.tsx'

interface Props {
  customer: Customer
  open: () => void
  ask: (asking: Asking) => void
}

/** What the viewer may do with a customer: first what its state asks for. */
export function CustomerRowActions({ customer, open, ask }: Props) {
  const { t } = useTranslation('customers')
  const isPhone = useIsPhone()
  const { id, name, stage, status, approval, users, phone, contact } = customer
  const contract = contractOf[stage]
  const touches = touchedByCustomer(stage)
  const params = { id }
  const enabling = useSubmit({ touches, success: t($ => $.enabled) })
  const disabling = useSubmit({ touches, success: t($ => $.disabled) })
  const confirmRemoval = useConfirmed({ touches, success: t($ => $.removed) })
  const askReason = useDisableDialog()
  const mayEdit = useMayCall(contract.update)
  const isDisabled = status === 'DISABLE'
  const isPassed = approval === 'passed'
  const actions: RowAction[] = [
    {
      ...{ key: 'review', label: t($ => $.review), endpoint: contract.approve, isOpen: !isPassed },
      onClick: () => ask({ what: 'review', customer }),
    },
    {
      ...{ key: 'call', label: contact.split(' ')[0] ?? contact, endpoint: contract.list },
      ...{ href: `tel:${phone.replace(/\s/g, '')}`, icon: <Phone size={15} aria-hidden /> },
      isOpen: isPhone && phone !== '',
    },
    {
      ...{ key: 'edit', label: t($ => $[mayEdit ? 'edit' : 'details']), endpoint: contract.get },
      onClick: open,
    },
    {
      ...{ key: 'extend', label: t($ => $.extend), endpoint: trialCustomers.extend },
      isOpen: stage === 'trial' && isPassed,
      onClick: () => ask({ what: 'extend', customer }),
    },
    {
      ...{ key: 'convert', label: t($ => $.convert), endpoint: trialCustomers.convert },
      isOpen: stage === 'trial' && isPassed,
      onClick: () => ask({ what: 'convert', customer }),
    },
    {
      ...{ key: 'invite', label: t($ => $.invite), endpoint: contract.invite, isOpen: users === 0 },
      onClick: () => ask({ what: 'invite', customer }),
    },
    {
      ...{ key: 'enable', label: t($ => $.enable), endpoint: contract.enable, isOpen: isDisabled },
      onClick: () => void enabling.submit(() => call(contract.enable, { params })),
    },
    {
      ...{ key: 'disable', label: t($ => $.disable), endpoint: contract.disable, isOpen: !isDisabled },
      onClick: () =>
        void askReason([customer], body => disabling.submit(() => call(contract.disable, { params, body }))),
    },
    {
      ...{ key: 'remove', label: t($ => $.remove), endpoint: contract.remove },
      onClick: () =>
        confirmRemoval(
          {
            title: t($ => $.removeAsk, { name }),
            says: t($ => $.removeSays, {
              ...{ houses: customer.houses, devices: customer.devices, users },
            }),
            ok: t($ => $.remove),
          },
          () => call(contract.remove, { params }),
        ),
    },
  ]
  return <RowActions name={name} actions={actions} />
}

/** A deleted customer can only be restored. */
export function DeletedCustomerActions({ customer: { id, name, stage } }: { customer: Customer }) {
  const { t } = useTranslation('customers')
  const contract = contractOf[stage]
  const confirm = useConfirmed({ touches: touchedByCustomer(stage), success: t($ => $.restored) })
  const restore = () =>
    confirm(
      { title: t($ => $.restoreAsk, { name }), says: t($ => $.restoreSays), ok: t($ => $.restore) },
      () => call(contract.restore, { params: { id } }),
    )
  return (
    <RowActions
      name={name}
      actions={[{ key: 'restore', label: t($ => $.restore), endpoint: contract.restore, onClick: restore }]}
    />
  )
}
