import { Moment } from '../time.tsx'
import type { Column } from './column.ts'

/** When a row was made: there for who asks for it. */
export const createdColumn = <T extends { createdAt: string }>(title: string): Column<T> => ({
  key: 'createdAt',
  title,
  sort: 'createdAt',
  atEnd: true,
  isExtra: true,
  render: ({ createdAt }) => <Moment at={createdAt} />,
})
