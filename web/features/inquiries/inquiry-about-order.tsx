import { useQuery } from '@tanstack/react-query'
import { orders } from '#shared/contracts/orders.ts'
import { call } from '#web/data/client.ts'
import { InquiryForm } from './inquiry-form.tsx'

interface Props {
  /** The order's id. */
  id: string
  close: () => void
  open: (id: string) => void
}

/** A new inquiry about an order and its goods. */
export function InquiryAboutOrder({ id, close, open }: Props) {
  const { data } = useQuery({
    queryKey: [orders.get.path, id],
    queryFn: () => call(orders.get, { params: { id } }),
  })
  return data ? <InquiryForm order={data} close={close} open={open} /> : null
}
