import { Moment } from '../time.tsx'
import type { Column } from './column.ts'

/** When a row was created; hidden until the reader turns it on. */
export const createdColumn = <T extends { createdAt: string }>(title: string): Column<T> => ({
  key: 'createdAt',
  title,
  sort: 'createdAt',
  atEnd: true,
  isExtra: true,
  render: ({ createdAt }) => <Moment at={createdAt} />,
})
