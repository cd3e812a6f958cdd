import { eq, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { PageQuery } from '#shared/endpoint.ts'
import { text } from '#shared/text.ts'
import { dateIn } from '#shared/zone-time.ts'
import { newId } from '../../platform/database/ids.ts'
import type { Db } from '../../platform/database/store.ts'
import { house } from '../../platform/database/tables/farms.ts'
import type { Call, ChangingCall } from '../../platform/http/call.ts'
import { type FieldFault, refuse } from '../../platform/http/errors.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { skipped } from '../../platform/http/lists.ts'
import { refuseOlder } from '../../platform/http/versions.ts'
import { noteLook } from '../../platform/http/viewing.ts'
import { addRow, changeRows, openFound } from '../../platform/records/rows.ts'
import { houseFor } from '../flocks/house-for.ts'
import {
  type EntryFilter,
  type EntryRow,
  type EntryTable,
  entriesWhere,
  entryOrder,
  type FoundEntry,
  matchingEntries,
  mayChangeEntry,
  seenEntries,
  shownEntry,
} from './entry-rows.ts'

/** What the form of every entry has. */
export interface EntryForm {
  day: string
  note: string
  version?: number | undefined
}

/** What is particular to a kind of entries. */
export interface EntryDefinition<Form extends EntryForm> {
  table: EntryTable
  /** Columns that the free search looks into, besides the house's name. */
  searched: readonly PgColumn[]
  /** The form as columns; `before` has what the viewer may not set. */
  columnsOf: (form: Form, viewer: Viewer, before?: EntryRow) => Readonly<Record<string, unknown>>
  faults: (form: Form) => FieldFault[]
  /** What a viewer is shown of an entry's own columns. */
  shown?: (row: EntryRow, viewer: Viewer) => Readonly<Record<string, unknown>>
  /**
   * Called before a change of a house's entries; what it returns is called once the change is stored, and refuses what they
   * must not say together.
   */
  watch?: (call: Watching, houseId: string) => Promise<() => Promise<void>>
  /** Called once entries of a house are stored or taken out: brings in step what follows from those of a day on. */
  follow?: (call: Pick<ChangingCall, 'db' | 'viewer'>, houseId: string, from: string) => Promise<void>
}

export type Watching = Pick<ChangingCall, 'db' | 'viewer' | 'language' | 'units'>
type Changing = ChangingCall & { params: { id: string } }
type ListCall = Pick<Call<never>, never> & {
  db: Db
  viewer: Viewer
  language: 'zh-CN' | 'en-US'
  ip: string
  query: z.output<typeof PageQuery> & EntryFilter
}

export const isAhead = text('不能晚于今天', 'Cannot be in the future')
const notYours = [
  text(
    '只有批次管理人员可以修改他人的记录和较早的记录',
    'Only those who manage flocks change what others recorded, and older days',
  ),
  {},
] as const

/** Finds and lists entries, as items of type `Item`. */
function readingOf<Form extends EntryForm, Item extends object>(definition: EntryDefinition<Form>) {
  const { table, searched } = definition
  const show = (found: FoundEntry, viewer: Viewer): Item =>
    ({ ...shownEntry(found, viewer), ...definition.shown?.(found.row, viewer) }) as unknown as Item

  async function find({ db, viewer, language }: Pick<ListCall, 'db' | 'viewer' | 'language'>, id: string) {
    const [found] = await entriesWhere(db, viewer.scope, language, table, eq(table.id, id))
    if (!found) throw refuse.notFound()
    return found
  }

  async function list(call: ListCall): Promise<{ total: number; items: Item[] }> {
    const { db, viewer, language, query } = call
    const condition = matchingEntries(table, searched, query)
    const found = await entriesWhere(db, viewer.scope, language, table, condition, {
      order: entryOrder(table, query.sort),
      limit: query.size,
      offset: skipped(query),
      total: sql<number>`(count(*) over ())::int`,
    })
    await noteLook(call, 'overview', seenEntries(found))
    const isPast = found.length === 0 && query.page > 1
    const total = isPast ? (await ids(call, query)).length : (found[0]?.total ?? 0)
    return { total, items: found.map(each => show(each, viewer)) }
  }

  async function get(call: Omit<ListCall, 'query'> & { params: { id: string } }): Promise<Item> {
    const found = await find(call, call.params.id)
    await noteLook(call, 'overview', seenEntries([found]))
    return show(found, call.viewer)
  }

  /** Ids of all entries under a filter, in its order. */
  async function ids(
    { db, viewer, language }: Pick<ListCall, 'db' | 'viewer' | 'language'>,
    query: EntryFilter & { sort?: string | undefined },
  ): Promise<string[]> {
    const condition = matchingEntries(table, searched, query)
    const order = entryOrder(table, query.sort)
    const found = await entriesWhere(db, viewer.scope, language, table, condition, { order })
    return found.map(({ row }) => row.id)
  }

  return { show, find, list, get, ids }
}

/** The everyday endpoints of entries of a house and a day, whose answers are items of type `Item`. */
export function houseEntries<Form extends EntryForm, Item extends object>(definition: EntryDefinition<Form>) {
  const { table, columnsOf, faults, watch, follow } = definition
  const { show, find, list, get, ids } = readingOf<Form, Item>(definition)

  /** What is wrong with an entry of a house at which it is `today`. */
  function faultsOf(form: Form, today: string): FieldFault[] {
    return form.day > today ? [{ field: 'day', message: isAhead }, ...faults(form)] : faults(form)
  }

  const nameFor = ({ named }: ChangingCall, name: string, day: string) =>
    named({ house: text(name, name), day: text(day, day) })

  /** Stores a change of a house's entries, unless they then say what they must not, and whoever changes them did not know. */
  async function settled(
    call: Watching,
    { houseId, from, isKnown }: { houseId: string; from: string; isKnown: boolean },
    store: () => PromiseLike<unknown>,
  ) {
    const settle = isKnown ? undefined : await watch?.(call, houseId)
    await store()
    await settle?.()
    await follow?.(call, houseId, from)
  }

  async function create(call: ChangingCall & { body: Form & { houseId: string; isKnownShort?: boolean } }) {
    const { body, viewer } = call
    const at = await houseFor(call, body.houseId)
    const wrong = faultsOf(body, dateIn(at.timeZone, new Date()))
    if (wrong.length > 0) throw refuse.invalid(wrong)
    const id = newId()
    await settled(call, { houseId: at.id, from: body.day, isKnown: body.isKnownShort === true }, () =>
      addRow(call, table as never, rowOf({ id, at, form: body, viewer }) as never),
    )
    nameFor(call, at.name, body.day)
    return show(await find(call, id), viewer)
  }

  interface Made {
    id: string
    at: { id: string; farm: { path: string; farmPath: string } }
    form: Form
    viewer: Viewer
  }
  /** A new entry as a row. */
  const rowOf = ({ id, at, form, viewer }: Made) => ({
    id,
    officePath: at.farm.path,
    farmPath: at.farm.farmPath,
    houseId: at.id,
    day: form.day,
    note: form.note,
    ...columnsOf(form, viewer),
    accountId: viewer.accountId,
    actorName: viewer.actualName,
  })

  /** The entry as it was, locked, with its house; refused to those who may not change it. */
  async function open(call: Changing): Promise<FoundEntry & { shown: Item }> {
    const { db, params, viewer } = call
    const found = await openFound(
      call,
      table.id,
      () => find(call, params.id),
      each => show(each, viewer),
    )
    // The stock of a house follows from all its entries: one of them is changed at a time.
    await db.select({ id: house.id }).from(house).where(eq(house.id, found.row.houseId)).for('update')
    nameFor(call, found.houseRow.name, found.row.day)
    if (!mayChangeEntry(viewer, found)) throw refuse.forbidden(notYours)
    return found
  }

  async function update(call: Changing & { body: Form & { isKnownShort?: boolean } }): Promise<Item> {
    const { db, params, body, viewer } = call
    const found = await open(call)
    refuseOlder(body, found.row.version, found.shown)
    const wrong = faultsOf(body, dateIn(found.zone, new Date()))
    if (wrong.length > 0) throw refuse.invalid(wrong)
    const columns = { day: body.day, note: body.note, ...columnsOf(body, viewer, found.row) }
    const { houseId, day } = found.row
    const [from = day] = [body.day, day].sort()
    await settled(call, { houseId, from, isKnown: body.isKnownShort === true }, () =>
      changeRows(db, table as never, eq(table.id, params.id), columns as never),
    )
    return show(await find(call, params.id), viewer)
  }

  async function remove(call: Changing & { query?: { isKnownShort?: unknown } | undefined }): Promise<null> {
    const found = await open(call)
    const { houseId, day } = found.row
    await settled(call, { houseId, from: day, isKnown: call.query?.isKnownShort !== undefined }, () =>
      call.db.delete(table as PgTable).where(eq(table.id, call.params.id)),
    )
    return null
  }

  return { definition, list, get, ids, create, update, remove, show, rowOf, faultsOf }
}
