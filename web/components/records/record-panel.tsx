import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { CallError } from '#web/data/client.ts'
import { Docked } from '../list/docked.tsx'
import type { Opened } from '../list/use-opened.ts'
import { LoadProblem } from '../load-problem.tsx'

interface Props<T> {
  opened: Opened
  /** Key of the answer in the cache: the endpoint's path and the row's id. */
  path: string
  id: string
  read: () => Promise<T>
  /** Title until it has arrived: what kind of record it is. */
  title: (row: T) => ReactNode
  noun: string
  says: (row: T) => ReactNode
  children: (row: T) => ReactNode
  /** What can be done with a record that nobody answers about. */
  unanswered?: ReactNode
}

/** A record beside its list, read when opened. */
export function RecordPanel<T>({
  opened,
  path,
  id,
  read,
  title,
  noun,
  says,
  children,
  unanswered,
}: Props<T>) {
  const { data, error, refetch } = useQuery({ queryKey: [path, id], queryFn: read })
  return (
    <Docked opened={opened} title={data ? title(data) : noun} says={data && says(data)}>
      {data ? (
        children(data)
      ) : error ? (
        <>
          <LoadProblem error={error} retry={() => void refetch()} />
          {error instanceof CallError && error.status === 0 && unanswered}
        </>
      ) : (
        <Skeleton active paragraph={{ rows: 7 }} />
      )}
    </Docked>
  )
}
