/** Up to this many pages are offered without gaps. */
const FEW = 7

/**
 * The page numbers to offer: first, last, and those around the current page; null is a gap. Always the same number of
 * places, so that the arrows stay put while paging.
 */
export function pagesToOffer(page: number, last: number): (number | null)[] {
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
  if (last <= FEW) return range(1, last)
  if (page <= 4) return [...range(1, 5), null, last]
  if (page >= last - 3) return [1, null, ...range(last - 4, last)]
  return [1, null, page - 1, page, page + 1, null, last]
}
