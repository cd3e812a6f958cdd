import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { Deletion, Endpoint } from '#shared/endpoint.ts'
import { mayCall, useSession } from '#web/data/session.ts'
import { Age } from '../time.tsx'
import type { Column } from './column.ts'
import type { Filter } from './filter.ts'
import type { List } from './use-list.ts'

/** A row of a list; `deleted` is set only when listed as deleted. */
export interface ListRow {
  id: string
  deleted?: z.output<typeof Deletion> | undefined
}

/** How a list shows rows that were deleted and can still be restored. */
export interface DeletedRows<T> {
  /** Users who may call it may list them. */
  restore: Endpoint
  /** Keys of the columns that still mean something for them. */
  kept: readonly string[]
  /** Their actions: {@link RowActions}. */
  actions: (row: T) => ReactNode
}

/** Name of the filter in the address. */
export const DELETED = 'deleted'

/** Whether the list shows deleted rows instead of current ones. */
export const isOfDeleted = ({ filters }: Pick<List<unknown>, 'filters'>): boolean => DELETED in filters

/** The filter for deleted rows, for users who may restore them. */
export function useDeletedFilter(restore: Endpoint | undefined): Filter[] {
  const { t } = useTranslation('components')
  const mayRestore = useSession(session => restore !== undefined && mayCall(restore, session))
  if (!mayRestore) return []
  return [
    {
      name: DELETED,
      label: t($ => $.deletion.entries),
      unset: t($ => $.deletion.inUse),
      options: [{ value: 'recently', label: t($ => $.deletion.recently) }],
    },
  ]
}

/** When a row was deleted, and by whom. */
export function useDeletedColumn(): Column<ListRow> {
  const { t } = useTranslation('components')
  return {
    key: DELETED,
    title: t($ => $.deletion.deleted),
    sort: 'deletedAt',
    card: 'note',
    render: ({ deleted }) =>
      deleted ? (
        <>
          <Age at={deleted.at} />
          {deleted.by !== null && <span className="caption"> · {deleted.by}</span>}
        </>
      ) : null,
  }
}
