import { asc, desc, type SQL, type SQLWrapper } from 'drizzle-orm'
import { refuse } from './errors.ts'

/** The order a list is asked for (`field` or `-field`), the row's id deciding between equals. */
export function orderOf(
  sort: string | undefined,
  columns: Readonly<Record<string, SQLWrapper>>,
  byDefault: string,
  id: SQLWrapper,
): SQL[] {
  const asked = sort ?? byDefault
  const field = asked.replace(/^-/, '')
  if (!Object.hasOwn(columns, field))
    throw refuse.invalid([
      { field: 'sort', message: ['field.choice', { values: Object.keys(columns).join(', ') }] },
    ])
  const direction = asked.startsWith('-') ? desc : asc
  return [direction(columns[field] as SQLWrapper), direction(id)]
}

/** A text to look for anywhere in a column, for `ilike`; `%` and `_` are themselves. */
export const anywhere = (search: string): string => `%${search.replace(/[\\%_]/g, '\\$&')}%`

export const skipped = ({ page, size }: { page: number; size: number }): number => (page - 1) * size
