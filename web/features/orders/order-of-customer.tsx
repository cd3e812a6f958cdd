import { useQuery } from '@tanstack/react-query'
import { contractOf } from '#shared/contracts/customers.ts'
import { call } from '#web/data/client.ts'
import { OrderForm } from './order-form.tsx'

interface Props {
  /** The customer's id. */
  id: string
  close: () => void
  open: (id: string) => void
}

/** A new order for a customer, on contract or on trial, as its page leads to it. */
export function OrderOfCustomer({ id, close, open }: Props) {
  const { formal, trial } = contractOf
  const read = { retry: false } as const
  const onContract = useQuery({
    ...read,
    queryKey: [formal.get.path, id],
    queryFn: () => call(formal.get, { params: { id } }),
  })
  const onTrial = useQuery({
    ...read,
    queryKey: [trial.get.path, id],
    queryFn: () => call(trial.get, { params: { id } }),
    enabled: onContract.isError,
  })
  if (onContract.isLoading || onTrial.isLoading) return null
  const customer = onContract.data ?? onTrial.data
  return (
    <OrderForm
      begun={customer ? { officeId: id } : {}}
      customer={customer && { value: id, label: customer.name }}
      close={close}
      open={open}
    />
  )
}
