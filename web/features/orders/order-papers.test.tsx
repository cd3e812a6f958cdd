import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { OrderDetail } from '#shared/contracts/orders.ts'
import { noPacking } from '#shared/packing.ts'
import type { Grant } from '#shared/permissions.ts'
import type { Shipment, ShippedGood } from '#shared/shipments.ts'
import { AntdStill } from '#web/components/antd-still.tsx'
import { cached } from '#web/components/testing/cached.tsx'
import { prefer } from '#web/data/preferences.ts'
import { useSession } from '#web/data/session.ts'
import texts from './en-US.json' with { type: 'json' }
import { PapersCard } from './order-papers.tsx'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'en-US',
    interpolation: { escapeValue: false },
    resources: { 'en-US': { orders: texts } },
  })
  prefer({ language: 'en-US' })
})

const goods = (quantity: number): ShippedGood[] => [
  { lineId: 'l1', quantity, hsCode: '', origin: '', serials: [], packing: noPacking } as never,
]
const staff: Grant[] = ['order_center:get', 'order_center:edit']

/** What the card offers for an order of twelve pieces in these shipments. */
async function offered(shipments: Partial<Shipment>[], more: Partial<OrderDetail> = {}, grants = staff) {
  useSession.setState({ user: { kind: grants === staff ? 1 : 2 } as never, grants: new Set(grants) })
  const order = { id: 'o', standing: 'transit', lines: [{ quantity: 12 }], shipments, ...more }
  const drawn = await render(
    <AntdStill>
      <PapersCard order={order as unknown as OrderDetail} />
    </AntdStill>,
    cached(),
  )
  const rows = drawn.getByRole('listitem').elements()
  const shown = rows.map(row => ({
    name: row.firstElementChild?.textContent?.trim(),
    says: row.querySelector('small')?.textContent,
    buttons: row.querySelectorAll('button').length,
  }))
  await drawn.unmount()
  return shown.slice(2)
}
const papers = (...names: string[]) => names.map(name => ({ name, says: undefined, buttons: 2 }))
const missing = (name: string, says: string) => ({ name, says, buttons: 0 })

test('the only shipment that names no goods has all its papers, as any other', async () => {
  expect(await offered([{}])).toEqual(
    papers('Commercial invoice', 'Packing list', 'Certificate of origin data'),
  )
  expect(await offered([{ goods: goods(5) }, {}])).toEqual(
    papers(
      'Commercial invoice, Shipment 1',
      'Packing list, Shipment 1',
      'Certificate of origin data, Shipment 1',
      'Commercial invoice, Shipment 2',
      'Packing list, Shipment 2',
      'Certificate of origin data, Shipment 2',
    ),
  )
})

test('shipments of which nobody can tell what is in them say what to enter first, and offer no paper', async () => {
  const { goodsFirst, goodsUnknown } = texts
  expect(await offered([{}, { goods: [] }])).toEqual([
    missing('Shipment 1', goodsFirst),
    missing('Shipment 2', goodsFirst),
  ])
  // Who cannot enter them only reads that they are missing.
  const unknown = [missing('Shipment 1', goodsUnknown), missing('Shipment 2', goodsUnknown)]
  expect(await offered([{}, {}], {}, ['my_center:get'])).toEqual(unknown)
  expect(await offered([{}, {}], { standing: 'completed' })).toEqual(unknown)
})

test('a return has a packing list and no invoice', async () => {
  const sent = { goods: goods(12) }
  const returned = await offered([sent, { isReturn: true, goods: goods(2) }])
  expect(returned.slice(3)).toEqual(papers('Packing list, Shipment 2'))
  const unnamed = await offered([sent, { isReturn: true }])
  expect(unnamed.slice(3)).toEqual([missing('Shipment 2', texts.goodsFirst)])
})
