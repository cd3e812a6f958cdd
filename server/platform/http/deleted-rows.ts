import { and, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { DeletedFilter, Deletion } from '#shared/endpoint.ts'
import { RESTORABLE_MS } from '#shared/limits.ts'
import type { Grant } from '#shared/permissions.ts'
import type { Language } from '#shared/text.ts'
import { nameIn } from '../database/name-in.ts'
import type { Db } from '../database/store.ts'
import { operationHistory } from '../database/tables/histories.ts'
import { office } from '../database/tables/offices.ts'
import { refuse } from './errors.ts'
import type { Viewer } from './identify.ts'
import type { Message } from './texts.ts'

type Asked = z.output<typeof DeletedFilter>
interface Row {
  id: string
  officePath: string
  deletedAt: Date | null
}

const restorableSince = () => new Date(Date.now() - RESTORABLE_MS)

/** The rows a list asks for: those in use, or deleted ones that can still be restored. */
export const listed = (deletedAt: PgColumn, { deleted }: Asked): SQL =>
  deleted ? gt(deletedAt, restorableSince()) : isNull(deletedAt)

/** Shows deleted rows only to people who may restore them: holders of the grant to delete. */
export function refuseDeletedTo(viewer: Viewer, grant: Grant, { deleted }: Asked): void {
  if (deleted && !viewer.grants.has(grant)) throw refuse.forbidden()
}

/** When these rows were deleted, and by whom if the viewer's operation history tells; empty for rows in use. */
export async function deletionsOf(
  db: Db,
  module: string,
  rows: readonly Row[],
): Promise<Map<string, z.output<typeof Deletion>>> {
  const gone = rows.flatMap(({ id, officePath, deletedAt }) =>
    deletedAt === null ? [] : [{ id, officePath, at: deletedAt }],
  )
  if (gone.length === 0) return new Map()
  const { subjectPath, before, actorName, type, at } = operationHistory
  const id = sql<string>`${before} ->> 'id'`
  const told = await db
    .select({ id, actorName })
    .from(operationHistory)
    .where(
      and(
        inArray(subjectPath, [...new Set(gone.map(({ officePath }) => officePath))]),
        gt(at, restorableSince()),
        eq(operationHistory.module, module),
        eq(type, 'remove'),
        sql`${id} = any(${sql.param(gone.map(row => row.id))}::text[])`,
      ),
    )
    .orderBy(at)
  // If a row was deleted more than once, the last time counts.
  const by = new Map(told.map(({ id, actorName }) => [id, actorName]))
  return new Map(gone.map(({ id, at }) => [id, { at: at.toISOString(), by: by.get(id) ?? null }]))
}

/**
 * Refuses to restore a row that is in use, was deleted too long ago, or belongs to a deleted office. `current` is the
 * row as the API shows it.
 */
export async function refuseRestoring(
  db: Db,
  { deletedAt, officePath }: Row,
  current: object,
  language: Language,
): Promise<void> {
  if (deletedAt === null) throw standsInTheWay(current, 'restore.inUse')
  if (deletedAt <= restorableSince()) throw standsInTheWay(current, 'restore.tooLate')
  const [gone] = await db
    .select({ name: nameIn(language, office) })
    .from(office)
    .where(and(isNotNull(office.deletedAt), sql`starts_with(${officePath}, ${office.path})`))
    .limit(1)
  if (gone) throw standsInTheWay(current, ['restore.officeDeleted', gone])
}

/** The row as the API shows it, with when it was deleted if it is. */
export const withDeletion = <Shown extends object>(shown: Shown, deletedAt: Date | null) =>
  deletedAt ? { ...shown, deleted: { at: deletedAt.toISOString(), by: null } } : shown

/** Refuses to restore a row as it is; the message names what must be changed first. */
export const standsInTheWay = (current: object, message: Message) =>
  refuse.conflict({ yours: null, current }, message)
