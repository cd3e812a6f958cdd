import { useEffect } from 'react'
import type { Alarm } from '#shared/contracts/alarms.ts'
import type { List } from '#web/components/list/use-list.ts'
import { useScreen } from '#web/components/screen-context.tsx'

/** A link knew the house and the code of an alarm: opens the first such alarm of the list, else its first one. */
export function useFirstAsked({
  rows,
  isFetching,
  isOfBefore,
}: Pick<List<Alarm>, 'rows' | 'isFetching' | 'isOfBefore'>): void {
  const { search, setSearch } = useScreen()
  const { first } = search
  const found = isOfBefore ? undefined : rows.find(({ code }) => code === first)
  // What was kept from before may not have it yet.
  const isAnswered = !isFetching && !isOfBefore
  const id = (found ?? (isAnswered ? rows[0] : undefined))?.id
  useEffect(() => {
    if (first && (id || isAnswered)) setSearch({ first: undefined, alarm: id })
  }, [first, id, isAnswered, setSearch])
}
