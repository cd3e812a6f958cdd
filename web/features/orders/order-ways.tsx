import { App, Button } from 'antd'
import { MessageCircle, RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { inquiries } from '#shared/contracts/inquiries.ts'
import { basket } from '#shared/contracts/mall.ts'
import { type OrderDetail, orders } from '#shared/contracts/orders.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { useSubmit } from '#web/components/use-submit.ts'
import { CallError, call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'

/** Where a reader goes from an order: its papers, a question about it, reordering, the inquiry it came from. */
export function OrderWays({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  const { exists, open } = useScreen()
  const mayAsk = useMayCall(inquiries.create) && exists(paths.myInquiries)
  const inquiryList = [paths.inquiries, paths.myInquiries].find(exists)
  return (
    <div className="order-ways row wrap stretch">
      {mayAsk && (
        <Button
          icon={<MessageCircle size={16} aria-hidden />}
          onClick={() => open(hrefOf(paths.myInquiries, { order: order.id }))}
        >
          {t($ => $.ask)}
        </Button>
      )}
      <Again order={order} />
      {order.inquiryId && inquiryList && (
        <Button type="link" onClick={() => open(hrefOf(inquiryList, { id: order.inquiryId }))}>
          {t($ => $.toInquiry)}
        </Button>
      )}
    </div>
  )
}

/** Puts the ordered goods in the basket at today's prices; goods no longer sold stay out, which is said. */
function Again({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  const { exists, open } = useScreen()
  const { message } = App.useApp()
  const { submit, busy } = useSubmit()
  const lines = order.lines.flatMap(({ goodId, variantId, quantity }) =>
    goodId ? [{ goodId, variantId: variantId ?? null, quantity }] : [],
  )
  const mayAgain = [useMayCall(basket.put), useMayCall(orders.place), exists(paths.mall)].every(Boolean)
  if (!mayAgain || lines.length === 0) return null
  const fill = async () => {
    let gone = 0
    for (const body of lines)
      await call(basket.put, { body }).catch(error => {
        if (!(error instanceof CallError) || error.fields.length === 0) throw error
        gone++
      })
    if (gone > 0) void message.warning(t($ => $.someGone, { count: gone }))
    open(hrefOf(paths.mall, { basket: 'open' }))
  }
  return (
    <Button icon={<RotateCw size={16} aria-hidden />} loading={busy} onClick={() => void submit(fill)}>
      {t($ => $.again)}
    </Button>
  )
}
