import { and, eq, gte, ilike, isNull, like, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import {
  type HistoryDetail,
  type HistoryEntry,
  type OperationFilter,
  type operaHistory,
  operatorKinds,
} from '#shared/contracts/opera-history.ts'
import { bothNames, type Language, textIn } from '#shared/text.ts'
import { isControlledBy, isSharedWith } from '../../platform/database/consent.ts'
import type { Db } from '../../platform/database/store.ts'
import { operationHistory as history } from '../../platform/database/tables/histories.ts'
import { account, office } from '../../platform/database/tables/offices.ts'
import { refuse } from '../../platform/http/errors.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { anywhere, boundedCount, boundedPageOf, newestFirst, sinceDays } from '../../platform/http/lists.ts'
import { fieldWords } from '../../platform/http/modules.ts'
import { wordOf } from '../../platform/jobs/sheet-words.ts'
import { isSaid, neededFor, tellsOfFarm } from './opera-history.rules.ts'

type Filter = z.output<typeof OperationFilter>
type List = z.output<typeof operaHistory.list.query>
export interface Reader {
  viewer: Pick<Viewer, 'scope'>
  language: Language
}

const OPERATORS_OFFERED = 50
const SAME_RECORD_SHOWN = 5
/** The database's numbers for the kinds of user, 0 for the system. */
const KIND_NUMBERS = { system: 0, staff: 1, customer: 2, agent: 3 } as const
const kindOf = (number: number) => operatorKinds.find(kind => KIND_NUMBERS[kind] === number) ?? 'system'

/** That something happened in a farm is farm data too: it is left out if the customer does not share. */
function visible({ viewer: { scope } }: Reader): SQL | undefined {
  if (scope.farm === '*') return undefined
  const farm = alias(office, 'farm')
  return or(
    sql`not (${tellsOfFarm(history.module)})`,
    sql`${history.subjectPath} in (select ${office.path} from ${office} left join ${office} ${farm}
      on ${farm.path} = ${office.farmPath} where ${isSharedWith(scope, farm)})`,
  )
}

/**
 * Whether a row's sentence may be read and searched: it names templates, rules and flocks, which are farm data. Rows of
 * settings want the consent to control (RC), the others that to see the farm (RA).
 */
function isTold({ viewer: { scope } }: Reader): SQL<boolean> {
  if (scope.farm === '*') return sql<boolean>`true`
  const farm = alias(office, 'told_farm')
  const among = (consent: SQL<boolean>) => sql`${history.subjectPath} in (select ${office.path} from ${office}
    left join ${office} ${farm} on ${farm.path} = ${office.farmPath}
    where ${office.farmPath} is null or ${consent})`
  return sql<boolean>`(${isSaid(history.module)} or ${history.subjectPath} is null
    or case when ${history.module} = 'settings' then ${among(isControlledBy(scope, farm))}
      else ${among(isSharedWith(scope, farm))} end)`
}

/** Rows written by an import are listed under the file's line, for viewers who see that line. */
function unfolded(partOf: string | undefined, { viewer: { scope } }: Reader): SQL | undefined {
  if (partOf !== undefined) return eq(history.partOf, partOf)
  const { lo, hi } = scope
  return or(isNull(history.partOf), lt(history.officePath, lo), gte(history.officePath, hi))
}

const filtered = (query: Filter, reader: Reader) =>
  and(
    unfolded(query.partOf, reader),
    sinceDays(history.at, query.period),
    query.module === undefined ? undefined : eq(history.module, query.module),
    query.type === undefined ? undefined : eq(history.type, query.type),
    query.operatorKind && eq(history.actorKind, KIND_NUMBERS[query.operatorKind]),
    query.operatorId === undefined ? undefined : eq(history.actorId, query.operatorId),
    query.officeId === undefined
      ? undefined
      : sql`starts_with(${history.subjectPath}, (select path from office where id = ${query.officeId}))`,
    query.search
      ? and(like(history.sought, anywhere(query.search.toLowerCase())), isTold(reader))
      : undefined,
    visible(reader),
  )

const columnsFor = (reader: Reader) => ({
  isTold: isTold(reader),
  id: history.id,
  at: history.at,
  module: history.module,
  type: history.type,
  description: history.description,
  actorName: history.actorName,
  actorKind: history.actorKind,
  actorOffice: history.actorOffice,
  actorRoles: history.actorRoles,
  chineseName: office.chineseName,
  englishName: office.englishName,
  ip: history.ip,
})
type Row = Pick<
  typeof history.$inferSelect,
  | 'id'
  | 'at'
  | 'module'
  | 'type'
  | 'description'
  | 'actorName'
  | 'actorKind'
  | 'actorOffice'
  | 'actorRoles'
  | 'ip'
> & { chineseName: string | null; englishName: string | null; isTold: boolean }

/** Null if the reader does not see the office. */
const officeOf = ({ chineseName, englishName }: Row, language: Language) =>
  chineseName === null || englishName === null ? null : bothNames({ chineseName, englishName })[language]

/** What is said of a row whose sentence would name things of a farm that does not share them. */
const unnamed = ({ module, type }: Row, language: Language): string =>
  [wordOf('operation', type, language), wordOf('module', module, language)].join(' · ')

const shown = (row: Row, language: Language): HistoryEntry => ({
  id: String(row.id),
  at: row.at.toISOString(),
  module: row.module,
  moduleName: wordOf('module', row.module, language),
  type: row.type,
  typeName: wordOf('operation', row.type, language),
  description: row.isTold ? row.description[language] : unnamed(row, language),
  operatorName: row.actorName,
  operatorKind: kindOf(row.actorKind),
  operatorOffice: row.actorOffice && textIn(row.actorOffice, language),
  operatorRoles: row.actorRoles?.[language] ?? null,
  officeName: officeOf(row, language),
  ip: row.ip,
})

/** One page of the history, newest first. */
export async function listOperations(db: Db, query: List, reader: Reader) {
  const { rows, ...total } = await boundedPageOf(db, history, filtered(query, reader), query, async page =>
    db
      .select({ ...columnsFor(reader), total: page.total })
      .from(page)
      .innerJoin(history, eq(history.id, page.id))
      .leftJoin(office, eq(office.path, history.subjectPath))
      .orderBy(...newestFirst(history)),
  )
  return { ...total, items: rows.map(row => shown(row, reader.language)) }
}

/** Number of rows per kind of operator; beyond the counting limit, the limit plus one. */
export async function countByKind(db: Db, query: Filter, reader: Reader): Promise<Record<string, number>> {
  const counts = await Promise.all(
    operatorKinds.map(operatorKind =>
      boundedCount(db, history, filtered({ ...query, operatorKind }, reader)),
    ),
  )
  return Object.fromEntries(operatorKinds.map((kind, i) => [kind, counts[i] ?? 0]))
}

/** Ids of all rows that match a filter, newest first. */
export async function operationIds(db: Db, query: Filter, reader: Reader): Promise<string[]> {
  const rows = await db
    .select({ id: history.id })
    .from(history)
    .where(filtered(query, reader))
    .orderBy(...newestFirst(history))
  return rows.map(({ id }) => String(id))
}

/** The rows of these ids as the API shows them, in no order. */
export async function operationsById(
  db: Db,
  ids: readonly string[],
  reader: Reader,
): Promise<HistoryEntry[]> {
  const rows = await db
    .select(columnsFor(reader))
    .from(history)
    .leftJoin(office, eq(office.path, history.subjectPath))
    .where(sql`${history.id} = any(${sql.param(ids.map(Number))}::bigint[])`)
  return rows.map(row => shown(row, reader.language))
}

/** People who can be searched for as operators: accounts in the viewer's scope, including deleted ones. */
export async function operators(db: Db, search: string | undefined) {
  return db
    .select({ id: account.id, name: account.actualName })
    .from(account)
    .where(
      search
        ? or(ilike(account.actualName, anywhere(search)), ilike(account.username, anywhere(search)))
        : undefined,
    )
    .orderBy(account.actualName, account.id)
    .limit(OPERATORS_OFFERED)
}

/** The database has no larger numbers. */
const ID = /^\d{1,18}$/

/** One row with what changed, and what else happened to the same thing. */
export async function operationDetail(db: Db, id: string, reader: Reader): Promise<HistoryDetail> {
  if (!ID.test(id)) throw refuse.notFound()
  const farm = alias(office, 'farm')
  const { before, after, recordId } = history
  const [row] = await db
    .select({
      ...columnsFor(reader),
      before,
      after,
      recordId,
      farmPath: farm.path,
      isShared: {
        farm: isSharedWith(reader.viewer.scope, farm),
        remote: isControlledBy(reader.viewer.scope, farm),
      },
    })
    .from(history)
    .leftJoin(office, eq(office.path, history.subjectPath))
    .leftJoin(farm, eq(farm.path, office.farmPath))
    .where(and(eq(history.id, Number(id)), visible(reader)))
  if (!row) throw refuse.notFound()
  const needed = neededFor(row.module)
  const notShared = needed !== 'nothing' && row.farmPath !== null && !row.isShared[needed]
  return {
    ...shown(row, reader.language),
    before: notShared ? null : fieldsOf(row.before),
    after: notShared ? null : fieldsOf(row.after),
    notShared,
    words: fieldWords(row.module, reader.language),
    parts: await partsOf(db, row),
    sameRecord: row.recordId === null ? [] : await sameRecord(db, row, row.recordId, reader),
  }
}

/** The import whose line a row is, if it wrote rows. */
async function partsOf(db: Db, { recordId }: { recordId: string | null }): Promise<string | null> {
  if (recordId === null) return null
  const [part] = await db
    .select({ of: history.partOf })
    .from(history)
    .where(eq(history.partOf, recordId))
    .limit(1)
  return part?.of ?? null
}

async function sameRecord(db: Db, { id, module }: Row, recordId: string, reader: Reader) {
  const rows = await db
    .select(columnsFor(reader))
    .from(history)
    .leftJoin(office, eq(office.path, history.subjectPath))
    .where(
      and(eq(history.recordId, recordId), eq(history.module, module), ne(history.id, id), visible(reader)),
    )
    .orderBy(...newestFirst(history))
    .limit(SAME_RECORD_SHOWN)
  return rows.map(row => shown(row, reader.language))
}

const fieldsOf = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
