import { useQuery } from '@tanstack/react-query'
import { inquiries } from '#shared/contracts/inquiries.ts'
import { call } from '#web/data/client.ts'
import { OrderForm } from './order-form.tsx'

interface Props {
  /** Of the inquiry. */
  id: string
  close: () => void
  open: (id: string) => void
}

/** A new order that begins with what an inquiry asks for. */
export function OrderOfInquiry({ id, close, open }: Props) {
  const { data } = useQuery({
    queryKey: [inquiries.get.path, id],
    queryFn: () => call(inquiries.get, { params: { id } }),
  })
  return data ? <OrderForm inquiry={data} close={close} open={open} /> : null
}
