import { Phone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Customer, contractOf, trialCustomers } from '#shared/contracts/customers.ts'
import { orders } from '#shared/contracts/orders.ts'
import { STAFF } from '#shared/permissions.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { later } from '#web/components/later.tsx'
import { type RowAction, RowActions } from '#web/components/list/row-actions.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { useIsPhone } from '#web/components/use-phone.ts'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { useMayCall, useSession } from '#web/data/session.ts'

const ReviewDialog = later(() => import('./review-dialog.tsx').then(file => file.ReviewDialog))
const TrialDialog = later(() => import('./trial-dialog.tsx').then(file => file.TrialDialog))
const MoveDialog = later(() => import('./move-dialog.tsx').then(file => file.MoveDialog))
const InviteDialog = later(() => import('./invite-dialog.tsx').then(file => file.InviteDialog))
const DisableDialog = later(() => import('./disable-dialog.tsx').then(file => file.DisableDialog))
const RemoveDialog = later(() => import('./remove-dialog.tsx').then(file => file.RemoveDialog))
const RestoreDialog = later(() => import('./remove-dialog.tsx').then(file => file.RestoreDialog))

interface Props {
  customer: Customer
  open: () => void
}

/** What the viewer may do with a customer; the action its state calls for comes first. */
export function CustomerRowActions({ customer, open }: Props) {
  const { t } = useTranslation('customers')
  const isPhone = useIsPhone()
  const screen = useScreen()
  const { id, name, stage, status, approval, users, phone, contact, version } = customer
  const contract = contractOf[stage]
  const params = { id }
  const enabling = useSubmit({ success: t($ => $.enabled) })
  const mayEdit = useMayCall(contract.update)
  const isStaff = useSession(session => session.user?.kind === STAFF)
  const isDisabled = status === 'DISABLE'
  const isPassed = approval === 'passed'
  const actions: RowAction[] = [
    {
      key: 'review',
      label: t($ => $.review),
      endpoint: contract.approve,
      isOpen: !isPassed,
      dialog: close => <ReviewDialog customer={customer} close={close} />,
    },
    {
      key: 'call',
      label: contact.split(' ')[0] ?? contact,
      endpoint: contract.list,
      href: `tel:${phone.replace(/\s/g, '')}`,
      icon: <Phone size={15} aria-hidden />,
      isOpen: isPhone && phone !== '',
    },
    {
      key: 'edit',
      label: t($ => $[mayEdit ? 'edit' : 'details']),
      endpoint: contract.get,
      onClick: open,
    },
    {
      key: 'order',
      label: t($ => $.order),
      endpoint: orders.create,
      isOpen: isPassed && !isDisabled && screen.exists(paths.orders),
      onClick: () => screen.open(hrefOf(paths.orders, { orderFor: id })),
    },
    {
      key: 'extend',
      label: t($ => $.extend),
      endpoint: trialCustomers.extend,
      isOpen: stage === 'trial' && isPassed,
      dialog: close => <TrialDialog what="extend" customer={customer} close={close} />,
    },
    {
      key: 'convert',
      label: t($ => $.convert),
      endpoint: trialCustomers.convert,
      isOpen: stage === 'trial' && isPassed,
      dialog: close => <TrialDialog what="convert" customer={customer} close={close} />,
    },
    {
      key: 'invite',
      label: t($ => $[users === 0 ? 'invite' : 'inviteAnother']),
      endpoint: contract.invite,
      isOpen: users === 0 || (isStaff && isPassed),
      dialog: close => <InviteDialog customer={customer} close={close} />,
    },
    {
      key: 'move',
      label: t($ => $.move),
      endpoint: contract.move,
      dialog: close => <MoveDialog customer={customer} close={close} />,
    },
    {
      key: 'enable',
      label: t($ => $.enable),
      endpoint: contract.enable,
      isOpen: isDisabled,
      onClick: () => void enabling.submit(() => call(contract.enable, { params, body: { version } })),
    },
    {
      key: 'disable',
      label: t($ => $.disable),
      endpoint: contract.disable,
      isOpen: !isDisabled,
      dialog: close => <DisableDialog customer={customer} close={close} />,
    },
    {
      key: 'remove',
      label: t($ => $.remove),
      endpoint: contract.remove,
      dialog: close => <RemoveDialog customer={customer} close={close} />,
    },
  ]
  return <RowActions name={name} actions={actions} />
}

/** A deleted customer can only be restored. */
export function DeletedCustomerActions({ customer }: { customer: Customer }) {
  const { t } = useTranslation('customers')
  const restore: RowAction = {
    key: 'restore',
    label: t($ => $.restore),
    endpoint: contractOf[customer.stage].restore,
    dialog: close => <RestoreDialog customer={customer} close={close} />,
  }
  return <RowActions name={customer.name} actions={[restore]} />
}
