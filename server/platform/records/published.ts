import { and, eq, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Endpoint } from '#shared/endpoint.ts'
import type { ReleaseStatus } from '#shared/release.ts'
import { type Language, type Text, text } from '#shared/text.ts'
import { nameIn } from '../database/name-in.ts'
import { ROOT_PATH } from '../database/scope.ts'
import type { Db } from '../database/store.ts'
import type { ChangingCall } from '../http/call.ts'
import type { FieldFault } from '../http/errors.ts'
import {
  type Definition,
  type Everyday,
  type FormOf,
  grantTo,
  type ItemOf,
  type RestorableTable,
} from './definition.ts'
import { records } from './records.ts'
import { releasingOf } from './releasing.ts'
import { restoreRemoved } from './restoring.ts'

const OPTIONS = 100
const NAMELESS = text('请至少填写一种语言的名称', 'Enter a name in at least one language')

type PublishedTable = RestorableTable & Record<'chineseName' | 'englishName' | 'createdAt', PgColumn>
type One = ChangingCall & { params: { id: string } }
type Restorable = Everyday & Record<'restore', Endpoint>

interface Particular<C extends Restorable> extends Pick<Definition<C>, 'contract' | 'typed' | 'faults'> {
  /** Its name in the history. */
  module: string
  table: PublishedTable
  /**
   * What uses a row, by the field that counts it: a row in use cannot be deleted, and `stays` says why with `{count}`.
   * What is deleted itself is not counted: it loses the row that its column `by` refers to.
   */
  usedBy: { field: string; count: SQL<number>; by: PgColumn; stays: Text }
  /** Columns the free search looks into besides both names. */
  search?: readonly PgColumn[]
  /** Columns the list can be sorted by besides name, state, use and age, by field. */
  sort: Readonly<Record<string, PgColumn>>
  /** Filters besides the state. */
  filters: Readonly<Record<string, PgColumn>>
}

/** Records of the provider with a name in both languages, which others can choose from once released. */
export function publishedRecords<C extends Restorable>(particular: Particular<C>) {
  const { module, contract, typed, table, usedBy, search = [], sort, filters, faults } = particular
  const { chineseName, englishName, status, createdAt, deletedAt } = table
  const rows = records<C>({
    contract,
    typed,
    table,
    computed: { [usedBy.field]: usedBy.count },
    search: [chineseName, englishName, ...search],
    sort: language => ({
      name: nameIn(language, table),
      status,
      [usedBy.field]: usedBy.count,
      createdAt,
      deletedAt,
      ...sort,
    }),
    filters: { status, ...filters },
    officePath: () => ROOT_PATH,
    restoring: { module, table, grant: grantTo(contract.restore), by: usedBy.by },
    faults: form => [...faultsOfNames(form), ...(faults?.(form) ?? [])],
    staysFor: row => {
      const count = Number((row as Readonly<Record<string, unknown>>)[usedBy.field])
      return count === 0 ? null : [usedBy.stays, { count }]
    },
  })

  /** Released rows by their name in the reader's language, as a picker offers them. */
  function options(
    { db, language, search }: { db: Db; language: Language; search: string | undefined },
    narrowed?: SQL,
  ): Promise<{ id: string; name: string }[]> {
    const name = nameIn(language, table)
    return db
      .select({ id: table.id, name })
      .from(table as PgTable)
      .where(and(eq(status, 'released'), search ? rows.found(search) : undefined, narrowed))
      .orderBy(name, table.id)
      .limit(OPTIONS) as Promise<{ id: string; name: string }[]>
  }
  const releasing = releasingOf(rows as unknown as Parameters<typeof releasingOf<Publishable<C>>>[0])
  const restore = (call: One) =>
    restoreRemoved(call, table, () => rows.find(call.db, call.params.id, { withDeleted: true }))
  return { ...rows, everyday: { ...rows.everyday, ...releasing, restore }, options }
}
type Publishable<C extends Everyday> = ItemOf<C> & { status: ReleaseStatus }

/** At least one of the two names is required. */
function faultsOfNames(form: FormOf<Everyday>): FieldFault[] {
  const { chineseName, englishName } = form as Record<'chineseName' | 'englishName', string>
  return chineseName === '' && englishName === '' ? [{ field: 'chineseName', message: NAMELESS }] : []
}
