import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { Deletion, Endpoint } from '#shared/endpoint.ts'
import { useMayCall } from '#web/data/session.ts'
import { Age } from '../time.tsx'
import type { Column } from './column.ts'
import type { Filter } from './filter-bar.tsx'
import type { List } from './use-list.ts'

type Deleted = { deleted?: z.output<typeof Deletion> | undefined }

/** Name of the filter in the address. */
export const DELETED = 'deleted'

/** Whether the list shows what was deleted instead of what is in use. */
export const isOfDeleted = ({ filters }: Pick<List<unknown>, 'filters'>): boolean => DELETED in filters

/** The filter that lists what was deleted, for who may call the endpoint that restores it. */
export function useDeletedFilter(restore: Endpoint): Filter[] {
  const { t } = useTranslation('components')
  const mayRestore = useMayCall(restore)
  if (!mayRestore) return []
  return [
    {
      ...{ name: DELETED, label: t($ => $.deletion.entries), unset: t($ => $.deletion.inUse) },
      options: [{ value: 'recently', label: t($ => $.deletion.recently) }],
    },
  ]
}

/** Of the columns those that still say something of a deleted row, then when it was deleted and by whom. */
export function useDeletedColumns<T extends Deleted>(
  columns: readonly Column<T>[],
  kept: readonly string[],
): Column<T>[] {
  const { t } = useTranslation('components')
  return [
    ...columns.filter(({ key }) => kept.includes(key)),
    {
      ...{ key: DELETED, title: t($ => $.deletion.deleted), sort: 'deletedAt', card: 'note' },
      render: ({ deleted }) =>
        deleted ? (
          <>
            <Age at={deleted.at} />
            {deleted.by !== null && <span className="caption"> · {deleted.by}</span>}
          </>
        ) : null,
    },
  ]
}
