import { useQuery } from '@tanstack/react-query'
import {
  type ComparedDays,
  type ComparedHouse,
  comparedDays,
  comparison,
  houseItem,
} from '#shared/contracts/comparison.ts'
import { furtherMeasuresOf, measuresOf } from '#shared/flock-figures/course-measures.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { call } from '#web/data/client.ts'
import type { Choices } from './item-picker.tsx'

const none: Choices = { flocks: [], houses: [] }

/** What the address asks for, and the data for it. */
export function useComparison() {
  const { search } = useScreen()
  const offered = useQuery({
    queryKey: [comparison.choices.path],
    queryFn: () => call(comparison.choices, { query: {} }),
  })
  const choices = offered.data ?? none
  const keys = keysOf(search.items, choices)
  const items = keys.join(',')
  const query = { items } as never
  const compared = useQuery({
    queryKey: [comparison.courses.path, items],
    queryFn: () => call(comparison.courses, { query }),
    enabled: keys.length > 0,
  })
  const found = compared.data ?? []
  const course = found.find(each => each.course)?.course
  const measures = course ? [...measuresOf(course), ...furtherMeasuresOf(course)] : []
  const measure = measures.find(name => name === search.measure) ?? measures[0] ?? 'rate'
  const { metric } = search
  const asked = search.by === 'age' || search.by === 'clock' ? search.by : undefined
  // Production goes by bird age, climate by date.
  const by = asked ?? (metric ? 'clock' : 'age')
  const days: ComparedDays = comparedDays.find(each => String(each) === search.days) ?? 7
  const metered = useQuery({
    queryKey: [comparison.metered.path, items, metric, by, days],
    queryFn: () => call(comparison.metered, { query: { items, metric, by, days } } as never),
    enabled: metric !== undefined && keys.length > 0,
  })
  const metrics = useQuery({
    queryKey: [comparison.metrics.path, items],
    queryFn: () => call(comparison.metrics, { query }),
    enabled: keys.length > 0,
  })
  return {
    offered,
    choices,
    keys,
    compared,
    items: found,
    measures,
    measure,
    metric,
    metered,
    metrics: metrics.data ?? [],
    by,
    days,
  } as const
}

/**
 * The items in the address, else the first two flocks of one kind of birds, or two houses, so that there is something to
 * see.
 */
function keysOf(asked: string | undefined, { flocks, houses }: Choices): string[] {
  if (asked) return asked.split(',').filter(Boolean)
  const firstOf = <Row extends { type: ComparedHouse['type'] }>(rows: readonly Row[]): Row[] => {
    const type = (rows.find(each => each.type === 'layer') ?? rows[0])?.type
    return rows.filter(each => each.type === type).slice(0, 2)
  }
  const first = firstOf(flocks)
  return first.length > 0 ? first.map(({ id }) => id) : firstOf(houses).map(({ id }) => houseItem(id))
}
