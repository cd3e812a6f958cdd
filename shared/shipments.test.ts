import { describe, expect, test } from 'vitest'
import { loadOf, noPacking, packingOfSize } from './packing.ts'
import {
  capacityOf,
  containerDoubt,
  contentsOf,
  delayOf,
  deliveriesOf,
  loadOfGood,
  loadOfShipment,
  type Shipment,
  type ShippedGood,
} from './shipments.ts'
import { many } from './testing/draws.ts'

const packing = { ...noPacking, piecesPerCarton: 12, netKg: 0.4, grossKg: 5.5, volumeM3: 0.024 }
const good = (quantity: number, more: Partial<ShippedGood> = {}): ShippedGood => ({
  lineId: 'l1',
  quantity,
  hsCode: '',
  origin: '',
  serials: [],
  packing,
  ...more,
})
type Sent = Pick<Shipment, 'id' | 'isReturn' | 'goods'>

describe('what of an order is delivered', () => {
  test('and what is open, less what is too much, is what was ordered, however it is sent and comes back', () => {
    for (const { next } of many) {
      const lines = Array.from({ length: 1 + next(4) }, () => ({ quantity: 1 + next(50) }))
      const shipments: Sent[] = Array.from({ length: next(6) }, (_, i) => ({
        id: `s${i}`,
        isReturn: next(4) === 0,
        goods: lines.flatMap((_, at) =>
          next(2) === 0 ? [good(1 + next(20), { lineId: `l${at + 1}` })] : [],
        ),
      }))
      for (const { ordered, shipped, returned, open, over } of deliveriesOf(lines, shipments)) {
        expect(shipped - returned + open - over).toBe(ordered)
        expect(Math.min(open, over)).toBe(0)
      }
      // Split into more shipments, it is delivered as far.
      const split = shipments.flatMap(({ goods = [], ...shipment }) =>
        goods.map(one => ({ ...shipment, goods: [one] })),
      )
      const told = (of: Sent[]) => deliveriesOf(lines, of).map(({ open, over }) => [open, over])
      expect(told(split)).toEqual(told(shipments))
    }
  })

  test('owes again what came back, and is asked about without the shipment that is being changed', () => {
    const sent = [
      { id: 'a', goods: [good(5)] },
      { id: 'b', isReturn: true, goods: [good(2)] },
    ]
    expect(deliveriesOf([{ quantity: 7 }], sent)[0]).toMatchObject({
      shipped: 5,
      returned: 2,
      open: 4,
      over: 0,
    })
    expect(deliveriesOf([{ quantity: 7 }], sent, 'a')[0]).toMatchObject({ shipped: 0, returned: 2 })
  })
})

describe('what is in a shipment', () => {
  const pieces = (lines: { quantity: number }[], shipments: Sent[], index: number) =>
    contentsOf({ lines, shipments }, index)?.map(({ lineId, quantity }) => [lineId, quantity]) ?? null

  test('that names no goods is what the others leave open, wherever it stands and whatever came back later', () => {
    for (const { next } of many) {
      const lines = Array.from({ length: 1 + next(4) }, () => ({ quantity: 1 + next(20) }))
      const sent: (Sent & { goods: ShippedGood[] })[] = Array.from({ length: 1 + next(4) }, (_, i) => ({
        id: `s${i}`,
        goods: [],
      }))
      for (const [at, { quantity }] of lines.entries()) {
        let left = quantity
        for (const [i, { goods }] of sent.entries()) {
          const taken = i === sent.length - 1 ? left : next(left + 1)
          left -= taken
          if (taken > 0) goods.push(good(taken, { lineId: `l${at + 1}` }))
        }
      }
      const back = [good(1)]
      const later: Sent[] = [
        { id: 'back', isReturn: true, goods: back },
        { id: 'again', goods: back },
      ].slice(0, next(3))
      const silent = `s${next(sent.length)}`
      // The others all say what is in them.
      const told = sent.filter(({ id, goods }) => id === silent || goods.length > 0)
      const nth = told.findIndex(({ id }) => id === silent)
      const truth = told[nth]?.goods.map(({ lineId, quantity }) => [lineId, quantity]) ?? []
      const known: Sent[] = told.map(each => (each.id === silent ? { id: silent } : each))
      expect(pieces(lines, [...known, ...later], nth)).toEqual(truth.length > 0 ? truth : null)
    }
  })

  test('is unknown if several name none, if it comes back, or if nothing is left for it', () => {
    const lines = [{ quantity: 12 }]
    expect(pieces(lines, [{}], 0)).toEqual([['l1', 12]])
    expect(pieces(lines, [{ goods: [] }, { goods: [good(5)] }], 0)).toEqual([['l1', 7]])
    expect(pieces(lines, [{ goods: [good(5)] }, {}, { goods: [] }], 1)).toBeNull()
    // What is in the other one is known all the same.
    expect(pieces(lines, [{ goods: [good(5)] }, {}, {}], 0)).toEqual([['l1', 5]])
    expect(pieces(lines, [{ goods: [good(12)] }, {}], 1)).toBeNull()
    expect(pieces(lines, [{ goods: [good(12)] }, { isReturn: true }], 1)).toBeNull()
    // Two came back before it: they are owed again.
    const returned = { isReturn: true, goods: [good(2)] }
    expect(pieces(lines, [{ goods: [good(12)] }, returned, {}], 2)).toEqual([['l1', 2]])
  })
})

describe('the load of goods', () => {
  test('fills cartons, the last one not quite: its packaging weighs as much, and it takes as much room', () => {
    expect(loadOf(24, packing)).toEqual({ cartons: 2, netKg: 9.6, grossKg: 11, volumeM3: 0.048 })
    expect(loadOf(25, packing)).toEqual({ cartons: 3, netKg: 10, grossKg: 12.1, volumeM3: 0.072 })
    expect(loadOf(25, noPacking)).toEqual({ cartons: null, netKg: null, grossKg: null, volumeM3: null })
    expect(loadOf(3, { ...noPacking, netKg: 0.1 }).netKg).toBe(0.3)
  })

  test('is what was entered where something was, and is only a part where something is unknown', () => {
    expect(loadOfGood(good(24, { cartons: 3, grossKg: 12.25 }))).toEqual({
      cartons: 3,
      netKg: 9.6,
      grossKg: 12.25,
      volumeM3: 0.048,
    })
    const goods = [good(24), good(5, { packing: noPacking, netKg: 1 })]
    expect(loadOfShipment({ goods })).toEqual({
      cartons: 2,
      netKg: 10.6,
      grossKg: 11,
      volumeM3: 0.048,
      isPart: true,
    })
    expect(loadOfShipment({ goods: [good(24)] }).isPart).toBe(false)
  })

  test('of full cartons is the same in one shipment as in several', () => {
    for (const { next } of many) {
      const parts = Array.from({ length: 1 + next(6) }, () => 12 * (1 + next(30)))
      const whole = parts.reduce((sum, part) => sum + part, 0)
      expect(loadOfShipment({ goods: parts.map(part => good(part)) })).toEqual(
        loadOfShipment({ goods: [good(whole)] }),
      )
    }
  })

  test('of a size is its own where it has one, else that of its good', () => {
    const size = packingOfSize({ ...packing, hsCode: '8414.59' }, { ...noPacking, netKg: 0.9 })
    expect([size.netKg, size.piecesPerCarton, size.hsCode]).toEqual([0.9, 12, '8414.59'])
    expect(packingOfSize(packing, null)).toEqual(packing)
  })

  test('is measured by the containers: two of 40 ft high cube carry 152 m³', () => {
    const of = (containerType: string, containers: number | null) => capacityOf({ containerType, containers })
    expect(of('40 ft HC', 2)).toEqual({ m3: 152, kg: 53_000 })
    expect(of("1x40'HQ", null)).toEqual({ m3: 76, kg: 26_500 })
    expect(of('40尺高柜', 1)?.m3).toBe(76)
    expect(of('20GP', 1)?.m3).toBe(33)
    expect(of('', 1)).toBeNull()
    expect(of('pallets', 4)).toBeNull()
  })
})

test('a container number is doubted by its form and its check digit, as ISO 6346 has them', () => {
  for (const right of ['CSQU3054383', 'csqu 305438-3', 'HLXU2008419', 'TGHU7599330', 'SFAU 302117 3', ''])
    expect(containerDoubt(right), right).toBeNull()
  expect(containerDoubt('CSQU3054384')).toBe('digit')
  // Two digits changed places.
  expect(containerDoubt('CSQU3504383')).toBe('digit')
  for (const wrong of ['CSQA3054383', 'CSQU305438', '鲁B 12345']) expect(containerDoubt(wrong)).toBe('form')
})

test('a shipment is so many days later than it was first planned', () => {
  const first = { firstSailingOn: '2026-12-01', firstArrivalOn: '2026-12-30' }
  const now = { sailingOn: '2026-12-03', arrivalOn: '2027-01-02', arrivedOn: null }
  expect(delayOf({ ...first, ...now })).toEqual({ sailing: 2, arrival: 3 })
  expect(delayOf({ ...first, ...now, arrivedOn: '2026-12-29' })).toEqual({ sailing: 2, arrival: -1 })
  expect(delayOf({ ...first, ...now, sailedOn: '2026-12-01' }).sailing).toBe(0)
  expect(delayOf(now)).toEqual({ sailing: null, arrival: null })
})
