import type { Filter } from './filter.ts'
import type { List } from './use-list.ts'

/** How far back a list looks: as its address says, else `usual`. */
export const periodOf = <P extends string>(
  { filters }: Pick<List<unknown>, 'filters'>,
  periods: readonly P[],
  usual: P,
): P => periods.find(known => known === filters.period) ?? usual

interface Words<P> {
  label: string
  of: (period: P) => string
}

/** The filter for how far back to look; `usual` when unset. */
export const periodFilter = <P extends string>(periods: readonly P[], usual: P, words: Words<P>): Filter => ({
  name: 'period',
  label: words.label,
  unset: words.of(usual),
  options: periods.filter(value => value !== usual).map(value => ({ value, label: words.of(value) })),
})
