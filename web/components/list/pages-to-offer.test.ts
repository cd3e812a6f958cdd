import { expect, test } from 'vitest'
import { pagesToOffer } from './pages-to-offer.ts'

test('a few pages are all offered', () => {
  expect(pagesToOffer(1, 1)).toEqual([1])
  expect(pagesToOffer(3, 7)).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('of five thousand pages the first, the last and the neighbours are offered, always in the same number of places', () => {
  expect(pagesToOffer(1, 5_000)).toEqual([1, 2, 3, 4, 5, null, 5_000])
  expect(pagesToOffer(4, 5_000)).toEqual([1, 2, 3, 4, 5, null, 5_000])
  expect(pagesToOffer(5, 5_000)).toEqual([1, null, 4, 5, 6, null, 5_000])
  expect(pagesToOffer(4_996, 5_000)).toEqual([1, null, 4_995, 4_996, 4_997, null, 5_000])
  expect(pagesToOffer(4_997, 5_000)).toEqual([1, null, 4_996, 4_997, 4_998, 4_999, 5_000])
  expect(pagesToOffer(5_000, 5_000)).toEqual([1, null, 4_996, 4_997, 4_998, 4_999, 5_000])
})
