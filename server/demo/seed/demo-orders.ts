import type { Client } from 'pg'
import { type Currency, normal, shareOf } from '#shared/money.ts'
import { type OrderPayment, settledOn } from '#shared/order-payments.ts'
import { noTerms } from '#shared/order-terms.ts'
import { type OrderLine, type OrderState, sumsOf } from '#shared/orders.ts'
import { noPacking } from '#shared/packing.ts'
import type { Shipment, ShippedGood } from '#shared/shipments.ts'
import { addTickets, type DemoEntry, type DemoTicket } from './demo-tickets.ts'
import { abroad, demoPackings } from './demo-trade.ts'

const DAY_MS = 86_400_000
/** The date this many days from today; negative: before. */
const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
const DAY = 24

type Goods = readonly [code: string, chinese: string, english: string, cny: string, usd: string]

/** Goods of the mall, by code. */
const goods = {
  belt: ['BLT-1900', '风机皮带 B-1900', 'Fan belt B-1900', '38', '5.6'],
  fan: ['FAN-1380', '负压风机 RT-1380', 'Exhaust fan RT-1380', '1680', '238'],
  pad: ['PAD-7090', '湿帘纸 7090', 'Cooling pad 7090', '145', '20.2'],
  controller: ['CTL-RTC8', '环控器 RT-C8', 'Controller RT-C8', '8600', '1180'],
  actuator: ['ACT-0500', '小窗推杆电机', 'Inlet actuator', '980', '136'],
  probe: ['SNS-TNTC', '温度探头 NTC', 'Temperature probe NTC', '92', '12.8'],
  nipple: ['NIP-0360', '乳头饮水器 360°', 'Nipple drinker 360°', '430', '60'],
  manureBelt: ['MNB-1200', '清粪带 1.2 mm', 'Manure belt 1.2 mm', '19.5', '2.7'],
  gearMotor: ['MNG-0150', '清粪减速机 1.5 kW', 'Manure gear motor 1.5 kW', '1380', '192'],
  lamp: ['LED-0009', '可调光 LED 灯 9 W', 'LED lamp 9 W, dimmable', '46', '6.4'],
} as const satisfies Record<string, Goods>

/** The buyers: login id, destination, currency, and means of transport. */
const buyers = {
  owner: ['owner', 'CN', '潍坊', '王建国', '+86 536 555 0148', 'CNY', '顺丰重货', '', '', ''],
  manager: ['manager', 'CN', '潍坊', '王建国', '+86 536 555 0148', 'CNY', '德邦物流', '', '', ''],
  linden: [
    'linden',
    'NL',
    'Barneveld',
    'De Linden Poultry',
    '+31 342 555 018',
    'USD',
    'Blue Strait Lines',
    'Qingdao',
    'Rotterdam',
    'Jade River 2647S',
  ],
  siam: [
    'siam',
    'TH',
    'Lopburi',
    'Siam Breeders',
    '+66 36 555 048',
    'USD',
    'Eastern Gulf Line',
    'Qingdao',
    'Laem Chabang',
    'Amber Coast 118W',
  ],
} as const
type Buyer = keyof typeof buyers

interface Demo {
  buyer: Buyer
  items: readonly (readonly [keyof typeof goods, number])[]
  state: OrderState
  /** Days ago that it was placed. */
  placed: number
  /** Days from today of the actual or planned end of production, and of the arrival. */
  ends?: number
  arrives?: number
  paid?: number
  /** Only the deposit was paid. */
  deposit?: true
  freight?: string
  says?: readonly [event: string, daysAgo: number, text: string][]
  withdrawn?: true
  shipments?: number
}

const orders: readonly Demo[] = [
  {
    buyer: 'manager',
    items: [
      ['belt', 12],
      ['probe', 4],
    ],
    state: 'placed',
    placed: 0,
  },
  { buyer: 'linden', items: [['manureBelt', 260]], state: 'placed', placed: 1 },
  {
    buyer: 'siam',
    items: [
      ['fan', 14],
      ['actuator', 2],
    ],
    state: 'placed',
    placed: 2,
    paid: 1,
  },
  { buyer: 'owner', items: [['lamp', 320]], state: 'placed', placed: 3 },
  { buyer: 'linden', items: [['nipple', 20]], state: 'placed', placed: 4 },
  { buyer: 'owner', items: [['belt', 48]], state: 'placed', placed: 12, withdrawn: true },
  { buyer: 'siam', items: [['lamp', 200]], state: 'placed', placed: 30, withdrawn: true },
  { buyer: 'owner', items: [['pad', 64]], state: 'production', placed: 9, ends: 6, paid: 8, freight: '368' },
  {
    buyer: 'manager',
    items: [
      ['fan', 6],
      ['belt', 12],
    ],
    state: 'production',
    placed: 20,
    ends: -3,
  },
  {
    buyer: 'linden',
    items: [
      ['fan', 10],
      ['pad', 60],
    ],
    state: 'production',
    placed: 16,
    ends: 12,
    paid: 14,
    freight: '980',
  },
  {
    buyer: 'siam',
    items: [
      ['controller', 4],
      ['probe', 24],
    ],
    state: 'production',
    placed: 25,
    ends: -1,
    paid: 20,
  },
  { buyer: 'siam', items: [['manureBelt', 480]], state: 'production', placed: 11, ends: 20 },
  {
    buyer: 'linden',
    items: [
      ['fan', 24],
      ['pad', 128],
      ['controller', 2],
      ['actuator', 4],
      ['probe', 12],
    ],
    state: 'transit',
    placed: 41,
    ends: -13,
    arrives: 6,
    paid: 40,
    deposit: true,
    freight: '1350',
    says: [
      ['produced', 13, ''],
      ['left', 9, '340 km to Qingdao port'],
      ['cleared', 7, ''],
      ['loaded', 6, 'Bill of lading QDJKT2611842'],
      ['sailed', 4, 'Jade River 2647S'],
    ],
    shipments: 2,
  },
  {
    buyer: 'siam',
    items: [
      ['fan', 12],
      ['actuator', 4],
    ],
    state: 'transit',
    placed: 52,
    ends: -22,
    arrives: -2,
    paid: 50,
    freight: '740',
    says: [
      ['produced', 23, ''],
      ['left', 20, ''],
      ['loaded', 17, ''],
      ['sailed', 16, 'Amber Coast 118W'],
      ['other', 3, 'The ship waits outside Laem Chabang for a berth'],
    ],
  },
  {
    buyer: 'owner',
    items: [
      ['actuator', 4],
      ['gearMotor', 1],
    ],
    state: 'transit',
    placed: 7,
    ends: -2,
    arrives: 1,
    paid: 6,
    freight: '120',
    says: [['left', 1, '两件，合计 86 千克']],
  },
  {
    buyer: 'manager',
    items: [['probe', 6]],
    state: 'transit',
    placed: 4,
    arrives: 1,
    paid: 4,
    says: [['left', 1, '']],
  },
  {
    buyer: 'siam',
    items: [['nipple', 96]],
    state: 'transit',
    placed: 34,
    ends: -12,
    arrives: 9,
    says: [['sailed', 5, '']],
  },
  {
    buyer: 'owner',
    items: [['controller', 1]],
    state: 'completed',
    placed: 160,
    paid: 158,
    says: [
      ['left', 155, ''],
      ['delivered', 152, '王建国签收'],
    ],
  },
  {
    buyer: 'manager',
    items: [['belt', 24]],
    state: 'completed',
    placed: 210,
    paid: 205,
    says: [['delivered', 203, '']],
  },
  {
    buyer: 'owner',
    items: [
      ['pad', 32],
      ['lamp', 60],
    ],
    state: 'completed',
    placed: 120,
    paid: 119,
    freight: '210',
    says: [['delivered', 110, '']],
  },
  {
    buyer: 'linden',
    items: [['gearMotor', 2]],
    state: 'completed',
    placed: 66,
    paid: 60,
    says: [
      ['sailed', 55, ''],
      ['arrived', 24, ''],
      ['delivered', 21, 'Signed by J. Linden'],
    ],
  },
  {
    buyer: 'linden',
    items: [
      ['probe', 10],
      ['belt', 20],
    ],
    state: 'completed',
    placed: 130,
    paid: 128,
    says: [['delivered', 96, '']],
  },
  {
    buyer: 'siam',
    items: [['pad', 90]],
    state: 'completed',
    placed: 140,
    paid: 138,
    freight: '620',
    says: [
      ['sailed', 118, ''],
      ['arrived', 108, ''],
      ['delivered', 104, ''],
    ],
  },
  {
    buyer: 'siam',
    items: [['lamp', 400]],
    state: 'completed',
    placed: 90,
    paid: 88,
    says: [['delivered', 58, '']],
  },
  {
    buyer: 'linden',
    items: [['actuator', 2]],
    state: 'completed',
    placed: 75,
    paid: 74,
    says: [['delivered', 38, '']],
  },
]

/** Ids of the goods by code. */
type Ids = ReadonlyMap<string, string>

const linesOf = ({ items }: Demo, currency: Currency, ids: Ids): OrderLine[] =>
  items.map(([name, quantity]) => {
    const [code, chineseName, englishName, cny, usd] = goods[name]
    const price = normal(currency === 'CNY' ? cny : usd)
    return { goodId: ids.get(code) ?? null, code, chineseName, englishName, quantity, price }
  })

/** Days ago that the goods were shipped. */
const shippedAgo = ({ says = [], placed }: Demo) =>
  Math.max(placed / 4, ...says.map(([event, ago]) => (event === 'produced' ? 0 : ago)))

/** What of the order is in one of its shipments: every so-many-th line, so that all are in one of them. */
const goodsIn = ({ items, shipments = 1 }: Demo, nth: number): ShippedGood[] =>
  items.flatMap(([name, quantity], i) => {
    const packing = demoPackings[goods[name][0]] ?? noPacking
    const { hsCode, origin } = packing
    return i % shipments === nth
      ? [{ lineId: `l${i + 1}`, quantity, hsCode, origin, serials: [], packing }]
      : []
  })

/** Containers of the demonstration: valid numbers of an owner that does not exist. */
const boxes = ['SFAU3021173', 'SFAU3021189', 'SFAU3021194'] as const

/** The papers of a sea shipment that has sailed. */
const ladingOf = (demo: Demo, nth: number) => {
  const sailing = day(nth * 3 - shippedAgo(demo))
  const hasSailed = sailing <= day(0)
  return {
    blNumber: `QDJKT26${11_840 + demo.placed + nth}`,
    boxes: [
      { number: boxes[(demo.placed + nth) % boxes.length] ?? '', seal: `SL${27_000 + demo.placed + nth}` },
    ],
    ...(hasSailed && { sailedOn: sailing }),
    firstSailingOn: sailing,
  }
}

function shipmentsOf(demo: Demo): Shipment[] {
  const { buyer, state, placed, arrives, shipments = 1 } = demo
  if (state !== 'transit' && state !== 'completed') return []
  const [, , , , , , carrier, portOfLoading, portOfDischarge, vessel] = buyers[buyer]
  const isShip = vessel !== ''
  return Array.from({ length: shipments }, (_, i) => ({
    carrier,
    logisticsNumber: `${isShip ? 'QD' : 'SF'}26${1_000 + placed * 7 + i}`,
    portOfLoading,
    portOfDischarge,
    vessel,
    sailingOn: isShip ? day(i * 3 - shippedAgo(demo)) : null,
    arrivalOn: arrives === undefined ? null : day(arrives + i * 4),
    arrivedOn: state === 'completed' ? day(-Math.floor(placed / 2)) : null,
    containerType: isShip ? '40 ft HC' : '',
    containers: isShip ? 1 : null,
    ...(isShip && ladingOf(demo, i)),
    goods: goodsIn(demo, i),
  }))
}

/** What staff did until the order's current state, oldest first. */
function entriesOf(demo: Demo): [DemoEntry, ...DemoEntry[]] {
  const { buyer, state, placed, paid, says = [], withdrawn } = demo
  const who = buyers[buyer][0]
  const ended = Math.min(placed / 8, ...says.map(([, ago]) => ago))
  const steps = [
    ['produce', placed * 0.9],
    ['ship', shippedAgo(demo)],
    ['complete', ended],
  ] as const
  const taken = steps.slice(0, ['placed', 'production', 'transit', 'completed'].indexOf(state))
  const later: DemoEntry[] = [
    ...taken.map(([step, ago]): DemoEntry => ['sales', step, ago * DAY - 7]),
    ...says.map(([event, ago, written]): DemoEntry => ['sales', event, ago * DAY - 6, written]),
    ...(paid === undefined ? [] : [['sales', 'pay', paid * DAY - 3] as const]),
    ...(withdrawn ? [[who, 'withdraw', (placed - 1) * DAY, ''] as const] : []),
  ]
  return [[who, 'create', placed * DAY + 2], ...later.sort(([, , a], [, , b]) => b - a)]
}

/** What was paid: all of it, or the deposit of an order whose balance waits for the bill of lading. */
function paymentsOf({ paid, deposit }: Demo, total: string, currency: Currency): OrderPayment[] {
  if (paid === undefined) return []
  const amount = deposit ? shareOf({ amount: total, currency }, '30', '100').amount : total
  const note = deposit ? '30 %' : ''
  return [
    {
      id: 'first',
      kind: 'payment',
      paidOn: day(-paid),
      amount,
      currency,
      counts: amount,
      reference: '',
      note,
    },
  ]
}

function ticketOf(demo: Demo, ids: Ids): DemoTicket {
  const [, country, city, consignee, phone, currency, , , port] = buyers[demo.buyer]
  const lines = linesOf(demo, currency, ids)
  const freight = normal(demo.freight ?? '0')
  const sums = sumsOf(lines, freight, currency)
  const payments = paymentsOf(demo, sums?.total.amount ?? '0', currency)
  return {
    columns: {
      state: demo.state,
      consignee,
      phone,
      country,
      city,
      address: '',
      content: '',
      production_end: demo.ends === undefined ? null : day(demo.ends),
      currency,
      freight,
      lines: JSON.stringify(lines),
      shipments: JSON.stringify(shipmentsOf(demo)),
      goods: sums?.goods.amount,
      sum: sums?.total.amount,
      terms: JSON.stringify(port === '' ? noTerms : abroad(port)),
      payments: JSON.stringify(payments),
      paid_on: settledOn(payments, sums?.total.amount ?? null),
      withdrawn_at: demo.withdrawn ? new Date(Date.now() - (demo.placed - 1) * DAY_MS) : null,
    },
    waits: demo.state === 'placed' && !demo.withdrawn,
    entries: entriesOf(demo),
  }
}

/** Orders in every step for the demonstration, if there are none yet. */
export async function addOrders(client: Client): Promise<void> {
  const { rows } = await client.query(`select 1 from customer_order limit 1`)
  if (rows.length > 0) return
  const known = await client.query<{ code: string; id: string }>('select code, id from good')
  const ids = new Map(known.rows.map(({ code, id }) => [code, id]))
  const table = { table: 'customer_order', module: 'orders', prefix: 'SO' }
  await addTickets(
    client,
    table,
    orders.map(demo => ticketOf(demo, ids)),
  )
}
