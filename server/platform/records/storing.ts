import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { newId } from '../database/ids.ts'
import type { Db } from '../database/store.ts'
import { attachFiles, removeFilesOf } from '../files/people-files.ts'
import type { ChangingCall } from '../http/call.ts'
import { refuse } from '../http/errors.ts'
import {
  columnsOf,
  type Definition,
  type Everyday,
  type FormOf,
  grantsOf,
  type ItemOf,
  type Storing,
} from './definition.ts'
import { removeForNow } from './restoring.ts'
import { changeRows, openRow } from './rows.ts'

/** What the files of a field are used as. */
const USES = { pictures: 'picture', attachments: 'attachment', recordings: 'recording' } as const
const isFileKind = (kind: string): kind is keyof typeof USES => Object.hasOwn(USES, kind)

export type One = { db: Db; params: { id: string } }
type Changing = ChangingCall & { params: { id: string } }

/** The files named in a record's fields. */
function filesOf<C extends Everyday>({ contract, table, typed, filesFor, beside = {} }: Definition<C>) {
  const access = filesFor ?? grantsOf(contract.get)
  const fileFields = Object.entries(typed).flatMap(([field, { kind }]) =>
    isFileKind(kind) ? [{ field, use: USES[kind] }] : [],
  )
  const hasFiles = fileFields.length > 0 || beside.files !== undefined
  /** Attaches the files named in its fields to a stored row. */
  async function keepFiles({ db, viewer }: Storing, id: string, form: FormOf<C>): Promise<void> {
    if (!hasFiles) return
    const named = form as Readonly<Record<string, readonly string[] | undefined>>
    const [row] = await db
      .select(getTableColumns(table))
      .from(table as PgTable)
      .where(eq(table.id, id))
    const isReleased = row?.status === 'released'
    const owner = { id, officePath: String(row?.officePath), access, isReleased }
    const fields = fileFields.map(({ field, use }) => ({ field, use, ids: named[field] ?? [] }))
    await attachFiles(db, viewer, owner, [...fields, ...(beside.files?.(form) ?? [])])
  }
  /** Whether any field with files has changed. */
  const touchesFiles = (form: FormOf<C>, isOther: (field: string) => boolean) =>
    [...fileFields, ...(beside.files?.(form) ?? [])].some(({ field }) => isOther(field))
  return { hasFiles, keepFiles, touchesFiles }
}

/** Creates, changes and deletes records; `find` reads one. */
export function storingOf<C extends Everyday>(
  definition: Definition<C>,
  find: (db: Db, id: string) => Promise<ItemOf<C>>,
) {
  type Item = ItemOf<C>
  type Form = FormOf<C>
  const { table, typed, officePath, faults, staysFor, restoring, fixed = {}, beside = {} } = definition
  const { hasFiles, keepFiles, touchesFiles } = filesOf(definition)

  /** The form as columns, once it has no faults. */
  function checked(form: Form) {
    const faulty = faults?.(form) ?? []
    if (faulty.length > 0) throw refuse.invalid(faulty)
    return {
      ...columnsOf(typed, form as Readonly<Record<string, unknown>>),
      ...beside.columns?.(form),
    }
  }

  async function create(call: ChangingCall & { body: Form }): Promise<Item> {
    const { db, body } = call
    const id = newId()
    await beside.check?.(db, body, id)
    call.tellHistory({ officePath: await make(call, id, body) })
    return find(db, id)
  }

  /** Stores a new row with its files and everything beside it; `more`: columns outside the form. Returns its office path. */
  async function make(call: Storing, id: string, form: Form, more: object = {}): Promise<string> {
    const path = officePath(call)
    const row = { ...checked(form), ...fixed, ...more, id, officePath: path }
    await call.db.insert(table as PgTable).values(row)
    await keepFiles(call, id, form)
    await beside.store?.(call, id, form)
    return path
  }

  /** Opens a row of these records, see {@link openRow}. */
  const open = async (call: Changing): Promise<Item> =>
    (await openRow(call, table, () => find(call.db, call.params.id))).row

  /** Stores the changed columns of an opened row and raises its version. */
  async function store({ db, params }: One, changed: Readonly<Record<string, unknown>>): Promise<Item> {
    await changeRows(db, table, eq(table.id, params.id), changed)
    return find(db, params.id)
  }

  async function update(call: Changing & { body: Form }): Promise<Item> {
    const { body } = call
    await open(call)
    await beside.check?.(call.db, body, call.params.id)
    await change(call, call.params.id, body)
    return find(call.db, call.params.id)
  }

  /**
   * Stores the form of a row, with its files and everything beside it; `more` are columns outside the form. For a row of a
   * large file the changed fields are known, so the others cost no queries.
   */
  async function change(
    call: Storing,
    id: string,
    form: Form,
    more: object = {},
    isOther: (field: string) => boolean = () => true,
  ): Promise<void> {
    const { db } = call
    await changeRows(db, table, eq(table.id, id), { ...checked(form), ...more })
    if (touchesFiles(form, isOther)) await keepFiles(call, id, form)
    if (beside.stores?.some(isOther) ?? true) await beside.store?.(call, id, form)
  }

  async function remove(call: Changing): Promise<null> {
    const row = await open(call)
    const why = staysFor?.(row) ?? null
    if (why !== null) throw refuse.invalid([{ field: 'id', message: why }], why)
    if (restoring) {
      const { by } = restoring
      await removeForNow(call, restoring.table)
      await call.db.execute(
        sql`update ${by.table} set ${sql.identifier(by.name)} = null where ${by} = ${call.params.id}`,
      )
      return null
    }
    if (hasFiles) await removeFilesOf(call.db, call.params.id)
    await call.db.delete(table as PgTable).where(eq(table.id, call.params.id))
    return null
  }

  return { create, make, change, open, store, update, remove }
}
