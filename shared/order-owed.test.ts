import { expect, test } from 'vitest'
import { askCompleting } from './order-owed.ts'
import type { Shipment } from './shipments.ts'

const line = (englishName: string, chineseName: string, quantity: number) => ({
  code: '',
  chineseName,
  englishName,
  quantity,
  price: '1',
})
const lines = [line('Fan belt', '风机皮带', 10), line('Cooling pad', '湿帘', 4)]
const shipment = (more: Partial<Shipment> = {}): Shipment => ({
  carrier: '',
  logisticsNumber: '',
  portOfLoading: '',
  portOfDischarge: '',
  vessel: '',
  sailingOn: '2026-11-01',
  arrivalOn: '2026-11-20',
  arrivedOn: null,
  containerType: '',
  containers: null,
  ...more,
})
const packing = {} as never
const goods = (lineId: string, quantity: number) =>
  [{ lineId, quantity, serials: [], hsCode: '', origin: '', packing }] as never
const asked = (shipments: Shipment[]) => askCompleting({ lines, shipments }, '2026-11-29')

test.each([
  ['nothing is known of shipments', []],
  [
    'all is shipped and has arrived',
    [shipment({ goods: goods('l1', 10) }), shipment({ goods: goods('l2', 4) })],
  ],
  [
    'a ship sails by its plan, but is noted as arrived',
    [shipment({ sailingOn: '2026-12-05', arrivedOn: '2026-11-28' })],
  ],
])('completing asks whether the customer has received everything: %s', (_, shipments) => {
  expect(asked(shipments)['en-US']).toBe('The customer has received everything.')
})

test('completing names lines that are open, ships that have not sailed and ships that are under way', () => {
  expect(
    asked([
      shipment({ goods: goods('l1', 7) }),
      shipment({ sailingOn: '2026-12-05', arrivalOn: '2026-12-30' }),
      shipment({ arrivalOn: '2026-12-08' }),
      shipment({ isReturn: true, sailingOn: '2026-12-05' }),
    ]),
  ).toEqual({
    'en-US':
      'Not shipped: 3 × Fan belt, 4 × Cooling pad. Has not sailed: shipment 2 (5 Dec 2026). Has not arrived: shipment 3 (8 Dec 2026). Complete the order anyway?',
    'zh-CN':
      '未发：风机皮带 × 3、湿帘 × 4。未开船：第 2 批（2026-12-05）。未到港：第 3 批（2026-12-08）。仍要完成订单？',
  })
})
