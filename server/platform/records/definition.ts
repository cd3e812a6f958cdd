import type { SQL, SQLWrapper } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Contract, Endpoint, Request, Result } from '#shared/endpoint.ts'
import type { Fields } from '#shared/field.ts'
import type { Grant } from '#shared/permissions.ts'
import type { Language } from '#shared/text.ts'
import type { Db } from '../database/store.ts'
import type { NamedFiles } from '../files/people-files.ts'
import type { ChangingCall } from '../http/call.ts'
import type { FieldFault } from '../http/errors.ts'
import type { Message } from '../http/texts.ts'

/** Columns of every table of records. */
export type RecordTable = PgTable & Record<'id' | 'officePath' | 'version', PgColumn>

/** Columns of records whose deleted rows stay in the table, as drafts, for as long as they can be restored. */
export type RestorableTable = RecordTable & Record<'status' | 'deletedAt', PgColumn>

export type Everyday = Contract & Record<'list' | 'counts' | 'get' | 'create' | 'update' | 'remove', Endpoint>
export type ItemOf<C extends Everyday> = Result<C['get']> & { id: string; version: number }
export type FormOf<C extends Everyday> = Request<C['create']>['body'] & { version?: number | undefined }

/** Deleted rows can be restored. */
interface Restoring {
  table: RestorableTable
  /** The module in the history, which knows who deleted a row. */
  module: string
  /** Who may list and restore deleted rows. */
  grant: Grant
  /** Column that refers to a row: what has a deleted one has none any more. */
  by: PgColumn
}

export interface Definition<C extends Everyday> {
  contract: C
  table: RecordTable
  /** The fields people fill in. */
  typed: Fields
  /** Values computed besides the columns, by field name. */
  computed?: Readonly<Record<string, SQL>>
  /** Columns the free search looks into. */
  search: readonly PgColumn[]
  /** What a list can be sorted by; the first is the default. */
  sort: (language: Language) => Readonly<Record<string, SQLWrapper>>
  /** Filters by name: the column each compares, or its condition. */
  filters?: Readonly<Record<string, PgColumn | ((value: string) => SQL)>>
  /** Which rows of the table are these records, if it holds others too, and the columns that make a new row one of them. */
  only?: SQL | undefined
  fixed?: Readonly<Record<string, unknown>>
  /** Path of the office that a new row belongs to. */
  officePath: (call: Pick<ChangingCall, 'viewer'>) => string
  /** Checks that the form's schema cannot express. */
  faults?: (form: FormOf<C>) => FieldFault[]
  restoring?: Restoring
  /** Why the row cannot be deleted; null if it can. */
  staysFor?: (row: ItemOf<C>) => Message | null
  /** Grants of which any one shows a row's files; by default those of the endpoint that shows the row. */
  filesFor?: readonly Grant[]
  beside?: Beside<C>
}

/** What a row has besides its described fields. */
interface Beside<C extends Everyday> {
  /** Refuses references to things that do not exist, before anything is stored. */
  check?: (db: Db, form: FormOf<C>, id: string) => Promise<void>
  /** Columns made from the form. */
  columns?: (form: FormOf<C>) => Readonly<Record<string, unknown>>
  /** Files it names. */
  files?: (form: FormOf<C>) => NamedFiles[]
  /** Stores what belongs in other tables, once the row exists. */
  store?: (call: Storing, id: string, form: FormOf<C>) => Promise<void>
  /** The fields that it stores; by default all of them. */
  stores?: readonly string[]
  /** Reads it back; a list does not need it. */
  read?: (db: Db, rows: ItemOf<C>[]) => Promise<ItemOf<C>[]>
}

/** A call, or a job that writes the rows of a file. */
export type Storing = Pick<ChangingCall, 'db' | 'viewer'>

/** Grants of which any one opens an endpoint. */
export const grantsOf = ({ access }: Endpoint): readonly Grant[] =>
  access === 'public' || access === 'signedIn' ? [] : ([access].flat() as Grant[])

/** The one grant that opens an endpoint of records. */
export const grantTo = (endpoint: Endpoint): Grant => grantsOf(endpoint)[0] as Grant

/** The filled-in fields as columns: omitted ones are empty, and each of several choices counts once. */
export const columnsOf = (fields: Fields, form: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.keys(fields).map(name => {
      const value = form[name] ?? null
      return [name, Array.isArray(value) ? [...new Set(value)] : value]
    }),
  )
