import { notInArray, type SQL } from 'drizzle-orm'
import { office } from '../../platform/database/tables/offices.ts'
import type { Viewer } from '../../platform/http/identify.ts'

/** Kinds of office of which people narrowed to a department know only the name. */
const NAMED_ONLY = ['provider', 'agent'] as const

/** Whether a viewer may do more with a visible office than name it. */
export const isReached = (
  { departmentOnly }: Pick<Viewer, 'departmentOnly'>,
  { kind }: { kind: string },
): boolean => !departmentOnly || !NAMED_ONLY.some(named => named === kind)

/** The same as a condition on rows of `office`. */
export const isWithin = ({ departmentOnly }: Pick<Viewer, 'departmentOnly'>): SQL | undefined =>
  departmentOnly ? notInArray(office.kind, [...NAMED_ONLY]) : undefined
