import type { Filter } from './filter.ts'
import type { List } from './use-list.ts'

/** How far back a list looks: what its address says, or the `usual` one. */
export const periodOf = <P extends string>(
  { filters }: Pick<List<unknown>, 'filters'>,
  periods: readonly P[],
  usual: P,
): P => periods.find(known => known === filters.period) ?? usual

interface Words<P> {
  label: string
  of: (period: P) => string
}

/** The filter that says how far back; unset it is the `usual` one. */
export const periodFilter = <P extends string>(periods: readonly P[], usual: P, words: Words<P>): Filter => ({
  name: 'period',
  label: words.label,
  unset: words.of(usual),
  options: periods.filter(value => value !== usual).map(value => ({ value, label: words.of(value) })),
})
