import { and, eq, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { ReleaseStatus } from '#shared/release.ts'
import { type Language, type Text, text } from '#shared/text.ts'
import { nameIn } from '../database/name-in.ts'
import { ROOT_PATH } from '../database/scope.ts'
import type { Db } from '../database/store.ts'
import type { FieldFault } from '../http/errors.ts'
import type { Definition, Everyday, FormOf, ItemOf, RecordTable } from './definition.ts'
import { records } from './records.ts'
import { releasingOf } from './releasing.ts'

const OPTIONS = 100
const NAMELESS = text('请至少填写一种语言的名称', 'Enter a name in at least one language')

type PublishedTable = RecordTable & Record<'chineseName' | 'englishName' | 'status' | 'createdAt', PgColumn>

interface Particular<C extends Everyday> extends Pick<Definition<C>, 'contract' | 'typed' | 'faults'> {
  table: PublishedTable
  /** What uses a row, by the field that counts it: a row in use cannot be deleted, and `stays` says why with `{count}`. */
  usedBy: { field: string; count: SQL<number>; stays: Text }
  /** Columns the free search looks into besides both names. */
  search?: readonly PgColumn[]
  /** Columns the list can be sorted by besides name, state, use and age, by field. */
  sort: Readonly<Record<string, PgColumn>>
  /** Filters besides the state. */
  filters: Readonly<Record<string, PgColumn>>
}

/** Records of the provider with a name in both languages, which others can choose from once released. */
export function publishedRecords<C extends Everyday>(particular: Particular<C>) {
  const { contract, typed, table, usedBy, search = [], sort, filters, faults } = particular
  const { chineseName, englishName, status, createdAt } = table
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
      ...sort,
    }),
    filters: { status, ...filters },
    officePath: () => ROOT_PATH,
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
  return { ...rows, everyday: { ...rows.everyday, ...releasing }, options }
}
type Publishable<C extends Everyday> = ItemOf<C> & { status: ReleaseStatus }

/** At least one of the two names is required. */
function faultsOfNames(form: FormOf<Everyday>): FieldFault[] {
  const { chineseName, englishName } = form as Record<'chineseName' | 'englishName', string>
  return chineseName === '' && englishName === '' ? [{ field: 'chineseName', message: NAMELESS }] : []
}
