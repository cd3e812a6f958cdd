import { and, eq, getTableColumns, ilike, inArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Contract, Endpoint, PageQuery, Request, Result } from '#shared/endpoint.ts'
import type { Fields } from '#shared/field.ts'
import { normal } from '#shared/money.ts'
import type { Grant } from '#shared/permissions.ts'
import type { Language } from '#shared/text.ts'
import { newId } from '../database/ids.ts'
import type { Db } from '../database/store.ts'
import { attachFiles, type NamedFiles, removeFilesOf } from '../files/people-files.ts'
import type { ChangingCall } from '../http/call.ts'
import { type FieldFault, refuse } from '../http/errors.ts'
import type { Handlers } from '../http/feature.ts'
import { anywhere, countedBy, orderOf, skipped, totalOf } from '../http/lists.ts'
import type { Message } from '../http/texts.ts'

/** What every table of records has. */
export type RecordTable = PgTable & Record<'id' | 'officePath' | 'version', PgColumn>

export type Everyday = Contract & Record<'list' | 'counts' | 'get' | 'create' | 'update' | 'remove', Endpoint>
export type ItemOf<C extends Everyday> = Result<C['get']> & { id: string; version: number }
export type FormOf<C extends Everyday> = Request<C['create']>['body'] & { version?: number | undefined }

export interface Definition<C extends Everyday> {
  contract: C
  table: RecordTable
  /** What is typed of a row. */
  typed: Fields
  /** What is worked out for a row beside its columns, by the name of its field. */
  computed?: Readonly<Record<string, SQL>>
  /** What the free search looks into. */
  search: readonly PgColumn[]
  /** What a list may be ordered by; the first is its order unless another is asked for. */
  sort: (language: Language) => Readonly<Record<string, SQLWrapper>>
  /** Filters by their names: the column each is about, or what it asks of a row. */
  filters?: Readonly<Record<string, PgColumn | ((value: string) => SQL)>>
  /** Rows of the table that are these records, where it holds others as well, and what a new one gets to be of them. */
  only?: SQL | undefined
  fixed?: Readonly<Record<string, unknown>>
  /** Path of the office that a new row belongs to. */
  officePath: (call: Pick<ChangingCall, 'viewer'>) => string
  /** What the schema of the form cannot say. */
  faults?: (form: FormOf<C>) => FieldFault[]
  /** Why the row cannot be deleted; null where it can. */
  staysFor?: (row: ItemOf<C>) => Message | null
  /** Grants of which one lets people see the files of a row; those of the endpoint that shows it unless said. */
  filesFor?: readonly Grant[]
  beside?: Beside<C>
}

/** What a row has that the description of its fields does not say. */
interface Beside<C extends Everyday> {
  /** Refuses what names something that is not there, before anything of the row is stored. */
  check?: (db: Db, form: FormOf<C>, id: string) => Promise<void>
  /** Columns, of what was typed. */
  columns?: (form: FormOf<C>) => Readonly<Record<string, unknown>>
  /** Files that are named there. */
  files?: (form: FormOf<C>) => NamedFiles[]
  /** Stores what lies in other tables, for a row that is there already. */
  store?: (call: Storing, id: string, form: FormOf<C>) => Promise<void>
  /** The fields that it stores; all there are unless said. */
  stores?: readonly string[]
  /** Reads it again; a list does without. */
  read?: (db: Db, rows: ItemOf<C>[]) => Promise<ItemOf<C>[]>
}

/** The grants of which one opens an endpoint. */
const grantsOf = ({ access }: Endpoint): readonly Grant[] =>
  access === 'public' || access === 'signedIn' ? [] : ([access].flat() as Grant[])

/** The one grant that opens an endpoint of records. */
export const grantTo = (endpoint: Endpoint): Grant => grantsOf(endpoint)[0] as Grant

type Query = z.output<typeof PageQuery> & Readonly<Record<string, unknown>>
type Reading = { db: Db; query: Query; language: Language }
type One = { db: Db; params: { id: string } }
/** A call, or a job that writes the rows of a file. */
export type Storing = Pick<ChangingCall, 'db' | 'viewer'>
type Changing = ChangingCall & { params: { id: string } }

/** The rows of one table, as the everyday endpoints read and change them. */
export type Records<C extends Everyday> = ReturnType<typeof records<C>>

/**
 * The everyday five and what stands beside them, for records that are a row of one table. What is particular is written
 * out in the feature and stands on the same parts: `find`, `open`, `store`.
 */
export function records<C extends Everyday>(definition: Definition<C>) {
  type Item = ItemOf<C>
  type Form = FormOf<C>
  const { table, typed, computed = {}, search, filters = {}, officePath, faults, staysFor } = definition
  const { only, fixed = {}, beside = {} } = definition
  const columns = { ...getTableColumns(table), ...computed }
  const filesFor = definition.filesFor ?? grantsOf(definition.contract.get)

  /** A row as the API shows it; its contract leaves out what nobody is shown. */
  function shownRow({ officePath: _, farmPath: __, total: ___, ...row }: Record<string, unknown>): Item {
    const shown = Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Date
        ? value.toISOString()
        : typed[name]?.kind === 'amount' && typeof value === 'string'
          ? normal(value)
          : value,
    ])
    return Object.fromEntries(shown) as Item
  }

  /** Rows that a free search finds. */
  const found = (text: string) => or(...search.map(column => ilike(column, anywhere(text))))
  const matching = (query: Readonly<Record<string, unknown>>) =>
    and(
      only,
      typeof query.search === 'string' && query.search !== '' ? found(query.search) : undefined,
      ...Object.entries(filters).map(([name, by]) => {
        const value = query[name]
        if (value === undefined) return undefined
        return typeof by === 'function' ? by(String(value)) : eq(by, value)
      }),
    )
  const ordered = (sort: string | undefined, language: Language) => {
    const sortable = definition.sort(language)
    return orderOf(sort, sortable, Object.keys(sortable)[0] ?? 'id', table.id)
  }

  /** Ids of the rows under these filters, in the order of the list. */
  async function ids(db: Db, { sort, ...query }: Partial<Query>, language: Language): Promise<string[]> {
    const rows = await db
      .select({ id: table.id })
      .from(table as PgTable)
      .where(matching(query))
      .orderBy(...ordered(sort, language))
    return rows.map(({ id }) => String(id))
  }

  /** The rows of these ids, in no order. */
  async function byId(db: Db, ids: readonly string[]): Promise<Item[]> {
    const rows = await db
      .select(columns)
      .from(table as PgTable)
      .where(and(only, inArray(table.id, [...ids])))
    const shown = rows.map(shownRow)
    return beside.read ? beside.read(db, shown) : shown
  }

  /** The row, or a refusal when there is none in the viewer's scope. */
  async function find(db: Db, id: string): Promise<Item> {
    const [row] = await byId(db, [id])
    if (!row) throw refuse.notFound()
    return row
  }

  async function list({ db, query, language }: Reading) {
    const condition = matching(query)
    const total = db.$count(table as PgTable, condition)
    const rows = await db
      .select({ ...columns, total })
      .from(table as PgTable)
      .where(condition)
      .orderBy(...ordered(query.sort, language))
      .limit(query.size)
      .offset(skipped(query))
    return { total: await totalOf(rows as { total: number }[], total), items: rows.map(shownRow) }
  }

  /** How many rows each value of one of the filters has. */
  async function counts({
    db,
    query,
  }: {
    db: Db
    query: Readonly<Record<string, unknown>> & { by: string }
  }) {
    const { by, ...filter } = query
    return countedBy(db, table, filters[by] as PgColumn, matching(filter))
  }

  /** The columns of what was typed, once the form is without faults. */
  function checked(form: Form) {
    const faulty = faults?.(form) ?? []
    if (faulty.length > 0) throw refuse.invalid(faulty)
    return {
      ...columnsOf(typed, form as Readonly<Record<string, unknown>>),
      ...beside.columns?.(form),
    }
  }

  async function create(call: ChangingCall & { body: Form }): Promise<Item> {
    const { db, body, about } = call
    const id = newId()
    await beside.check?.(db, body, id)
    about(await make(call, id, body))
    return find(db, id)
  }

  /** Stores a new row with its files and all that stands beside it; `more` are columns that nobody types. Returns whose it is. */
  async function make(call: Storing, id: string, form: Form, more: object = {}): Promise<string> {
    const path = officePath(call)
    const row = { ...checked(form), ...fixed, ...more, id, officePath: path }
    await call.db.insert(table as PgTable).values(row)
    await keepFiles(call, id, form)
    await beside.store?.(call, id, form)
    return path
  }

  const fileFields = Object.entries(typed).flatMap(([field, { kind }]) =>
    kind === 'pictures' || kind === 'attachments'
      ? [{ field, use: kind === 'pictures' ? ('picture' as const) : ('attachment' as const) }]
      : [],
  )
  const hasFiles = fileFields.length > 0 || beside.files !== undefined
  /** Gives a stored row the files that were typed into its fields. */
  async function keepFiles({ db, viewer }: Storing, id: string, form: Form): Promise<void> {
    if (!hasFiles) return
    const named = form as Readonly<Record<string, readonly string[] | undefined>>
    const [row] = await db
      .select(getTableColumns(table))
      .from(table as PgTable)
      .where(eq(table.id, id))
    const isReleased = row?.status === 'released'
    const owner = { id, officePath: String(row?.officePath), access: filesFor, isReleased }
    const fields = fileFields.map(({ field, use }) => ({ field, use, ids: named[field] ?? [] }))
    await attachFiles(db, viewer, owner, [...fields, ...(beside.files?.(form) ?? [])])
  }

  /** Keeps others from changing the row until the transaction ends, and its history knows what it was and whose it is. */
  async function open({ db, params, before, about }: Changing): Promise<Item> {
    const [locked] = await db
      .select({ officePath: table.officePath })
      .from(table as PgTable)
      .where(eq(table.id, params.id))
      .for('update')
    const row = await find(db, params.id)
    before(row)
    about(String(locked?.officePath))
    return row
  }

  /** Stores what changed of an opened row, under its next version. */
  async function store({ db, params }: One, changed: Readonly<Record<string, unknown>>): Promise<Item> {
    await db
      .update(table as PgTable)
      .set({ ...changed, version: sql`${table.version} + 1` })
      .where(eq(table.id, params.id))
    return find(db, params.id)
  }

  async function update(call: Changing & { body: Form }): Promise<Item> {
    const { body } = call
    const row = await open(call)
    if (body.version !== undefined && body.version !== row.version)
      throw refuse.conflict({ yours: body, current: row })
    await beside.check?.(call.db, body, call.params.id)
    await change(call, call.params.id, body)
    return find(call.db, call.params.id)
  }

  /**
   * Stores what was typed of a row, with its files and all that stands beside it; `more` are columns that nobody types. Of a row of
   * a large file it is known which fields are others than before: for the rest nothing is asked.
   */
  async function change(
    call: Storing,
    id: string,
    form: Form,
    more: object = {},
    isOther: (field: string) => boolean = () => true,
  ): Promise<void> {
    const { db } = call
    await db
      .update(table as PgTable)
      .set({ ...checked(form), ...more, version: sql`${table.version} + 1` })
      .where(eq(table.id, id))
    const files = [...fileFields, ...(beside.files?.(form) ?? [])]
    if (files.some(({ field }) => isOther(field))) await keepFiles(call, id, form)
    if (beside.stores?.some(isOther) ?? true) await beside.store?.(call, id, form)
  }

  async function remove(call: Changing): Promise<null> {
    const row = await open(call)
    const why = staysFor?.(row) ?? null
    if (why !== null) throw refuse.invalid([{ field: 'id', message: why }], why)
    if (hasFiles) await removeFilesOf(call.db, call.params.id)
    await call.db.delete(table as PgTable).where(eq(table.id, call.params.id))
    return null
  }

  const everyday = {
    list,
    get: ({ db, params }: One) => find(db, params.id),
    create,
    update,
    remove,
    counts,
  } as unknown as Handlers<Pick<C, 'list' | 'get' | 'create' | 'update' | 'remove' | 'counts'>>
  return { definition, everyday, found, ids, byId, find, make, change, open, store }
}

/** What was typed, as columns: what was left out is empty, and of several choices each counts once. */
export const columnsOf = (fields: Fields, form: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.keys(fields).map(name => {
      const value = form[name] ?? null
      return [name, Array.isArray(value) ? [...new Set(value)] : value]
    }),
  )
