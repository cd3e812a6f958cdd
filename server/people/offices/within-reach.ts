import { notInArray, type SQL } from 'drizzle-orm'
import { office } from '../../platform/database/tables/offices.ts'
import type { Viewer } from '../../platform/http/identify.ts'

/** Kinds of office that whoever is narrowed to a department knows by name alone. */
const NAMED_ONLY = ['provider', 'agent'] as const

/** Whether a viewer may do more with an office they see than name it. */
export const isReached = (
  { departmentOnly }: Pick<Viewer, 'departmentOnly'>,
  { kind }: { kind: string },
): boolean => !departmentOnly || !NAMED_ONLY.some(named => named === kind)

/** The same of rows of `office`. */
export const isWithin = ({ departmentOnly }: Pick<Viewer, 'departmentOnly'>): SQL | undefined =>
  departmentOnly ? notInArray(office.kind, [...NAMED_ONLY]) : undefined
