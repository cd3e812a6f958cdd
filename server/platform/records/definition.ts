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

/** A call, or a job that writes the rows of a file. */
export type Storing = Pick<ChangingCall, 'db' | 'viewer'>

/** The grants of which one opens an endpoint. */
export const grantsOf = ({ access }: Endpoint): readonly Grant[] =>
  access === 'public' || access === 'signedIn' ? [] : ([access].flat() as Grant[])

/** The one grant that opens an endpoint of records. */
export const grantTo = (endpoint: Endpoint): Grant => grantsOf(endpoint)[0] as Grant

/** What was typed, as columns: what was left out is empty, and of several choices each counts once. */
export const columnsOf = (fields: Fields, form: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.keys(fields).map(name => {
      const value = form[name] ?? null
      return [name, Array.isArray(value) ? [...new Set(value)] : value]
    }),
  )
