import { describe, expect, test } from 'vitest'
import { compareAmounts, type Money, normal, readAmount, rounded, sayMoney, times, totals } from './money.ts'
import { many } from './testing/draws.ts'

const yuan = (amount: string): Money => ({ amount, currency: 'CNY' })
/** The same in ten-thousandths, computed another way. */
const units = (amount: string) => BigInt(amount.replace('.', '').padEnd(amount.indexOf('.') + 4, '0'))
const unitsOf = ({ amount }: Money) => units(amount)
const only = (parts: Money[]) => totals(parts)[0] as Money

describe('amounts', () => {
  test('are written in one way, however they were given', () => {
    expect(['38', '38.0', '38.0000', '38.5', '38.0125', '0.1', '-0.5'].map(normal)).toEqual([
      '38.00',
      '38.00',
      '38.00',
      '38.50',
      '38.0125',
      '0.10',
      '-0.50',
    ])
    for (const { amount } of many) {
      const written = normal(amount())
      expect(normal(written)).toBe(written)
      // A form that shows it reads it back.
      expect(readAmount(written)).toBe(written)
    }
  })

  test('do not lose what floating point loses', () => {
    expect(only([yuan('0.1'), yuan('0.2')])).toEqual(yuan('0.30'))
    expect(times(yuan('1.005'), 3)).toEqual(yuan('3.0150'))
    expect(times(yuan('9999999999.9999'), 9_999)).toEqual(yuan('99989999999999.0001'))
  })

  test('of several pieces are the sum of the pieces', () => {
    for (const { amount, next } of many) {
      const [price, pieces] = [yuan(amount()), next(40)]
      expect(unitsOf(times(price, pieces))).toBe(unitsOf(only([yuan('0'), ...Array(pieces).fill(price)])))
    }
  })

  test('add up to the same in any order and grouping', () => {
    for (const { amount } of many) {
      const [a, b, c] = [yuan(amount()), yuan(amount()), yuan(amount())]
      expect(totals([a, b, c])).toEqual(totals([c, only([b, a])]))
      expect(unitsOf(only([a, b, c]))).toBe(unitsOf(a) + unitsOf(b) + unitsOf(c))
    }
  })

  test('of different currencies stay apart', () => {
    const dollars: Money = { amount: '2', currency: 'USD' }
    expect(totals([yuan('1'), dollars, yuan('0.5')])).toEqual([yuan('1.50'), { ...dollars, amount: '2.00' }])
    expect(totals([])).toEqual([])
  })

  test('compare as numbers do', () => {
    for (const { amount } of many) {
      const [a, b] = [amount(), amount()]
      expect(compareAmounts(a, b)).toBe(units(a) < units(b) ? -1 : units(a) > units(b) ? 1 : 0)
    }
    expect(['9', '10', '-3', '9.50'].toSorted(compareAmounts)).toEqual(['-3', '9', '9.50', '10'])
  })

  test('round to whole hundredths, by half of one at most', () => {
    expect(['1.005', '1.0049', '-1.005', '2'].map(amount => rounded(yuan(amount)).amount)).toEqual([
      '1.01',
      '1.00',
      '-1.01',
      '2.00',
    ])
    for (const { amount } of many) {
      const exact = yuan(amount())
      const paid = rounded(exact)
      const off = unitsOf(paid) - unitsOf(exact)
      expect(paid.amount).toMatch(/\.\d\d$/)
      expect(off > -50n && off <= 50n).toBe(true)
    }
  })

  test.each([
    ['38', '38.00'],
    [' 38,5 ', '38.50'],
    ['３８.５', '38.50'],
    ['0.0125', '0.0125'],
    ['-1', undefined],
    ['1.00001', undefined],
    ['12345678901', undefined],
    ['1,234.5', undefined],
    ['1.234', undefined],
    ['1.2340', '1.2340'],
    ['ten', undefined],
    ['', undefined],
  ])('are read from %j', (typed, amount) => expect(readAmount(typed)).toBe(amount))

  test('are shown with their currency to the last decimal', () => {
    expect(sayMoney(yuan('1680'), 'zh-CN')).toBe('¥1,680.00')
    expect(sayMoney({ amount: '0.0125', currency: 'USD' }, 'en-US')).toBe('$0.0125')
    // Three decimals would be read as thousands.
    expect(sayMoney(yuan('1.0050'), 'zh-CN')).toBe('¥1.0050')
    expect(sayMoney(yuan('1.5'), 'en-US', 'code').endsWith('1.50')).toBe(true)
    expect(sayMoney(yuan('9999999999.9999'), 'en-US')).toBe('¥9,999,999,999.9999')
  })
})
