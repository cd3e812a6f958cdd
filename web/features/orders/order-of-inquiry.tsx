import { useQuery } from '@tanstack/react-query'
import { inquiries } from '#shared/contracts/inquiries.ts'
import { useReadOnce } from '#web/components/use-read-once.ts'
import { call } from '#web/data/client.ts'
import { OrderForm } from './order-form.tsx'

interface Props {
  /** The inquiry's id. */
  id: string
  close: () => void
  open: (id: string) => void
}

/** A new order from an inquiry's quotation, or from its goods at the customer's prices. */
export function OrderOfInquiry({ id, close, open }: Props) {
  const { data: inquiry } = useQuery({
    queryKey: [inquiries.get.path, id],
    queryFn: () => call(inquiries.get, { params: { id } }),
  })
  const { data: priced } = useReadOnce([inquiries.priced.path, id], () =>
    call(inquiries.priced, { params: { id } }),
  )
  if (!inquiry || !priced) return null
  const { officeId, customer, quotation } = inquiry
  const { currency, lines } = quotation ?? priced
  const begun = { officeId, currency, lines, freight: quotation?.freight ?? '0.00' }
  return (
    <OrderForm
      begun={begun}
      inquiryId={id}
      customer={{ value: officeId, label: customer ?? '' }}
      close={close}
      open={open}
    />
  )
}
