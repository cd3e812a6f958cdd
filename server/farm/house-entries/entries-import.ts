import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { text } from '#shared/text.ts'
import { dateIn } from '#shared/zone-time.ts'
import { sharingAmong } from '../../platform/database/consent.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { faultRepeated } from '../../platform/jobs/judge-rows.ts'
import type { Asked, Draft, Filled, Writing } from '../../platform/jobs/sheet-parts.ts'
import { type EntryRow, entriesWhere } from './entry-rows.ts'
import type { EntryForm, houseEntries } from './house-entries.ts'

type Form = EntryForm & { houseId: string }
type Entries = ReturnType<typeof houseEntries<never, object>>
type Row<F> = Filled<F>

const messages = {
  unknown: text('没有此鸡舍', 'There is no such house'),
  several: text('有多栋同名鸡舍', 'Several houses have this name'),
  stored: text('已有相同的记录', 'There is such an entry already'),
}

async function housesBy({ db }: Asked, condition: ReturnType<typeof inArray>) {
  return db
    .select({ row: house, officeZone: office.timeZone, farmPath: office.farmPath })
    .from(house)
    .innerJoin(office, eq(office.id, house.officeId))
    .where(and(condition, isNull(house.deletedAt)))
}

/** What the rows of a file of entries go through: houses by name, entries that are stored already, and writing. */
export function entriesImport<F extends Form>(
  entries: Entries,
  /** What makes two entries the same one; of a row as stored, or as in the form. */
  keyOf: (entry: Readonly<Record<string, unknown>>) => string,
  /** Checks of the file's houses beyond single entries. */
  checkHouses?: (asked: Asked, rows: readonly Row<F>[]) => Promise<void>,
) {
  const { definition, rowOf, show } = entries
  const { table, follow } = definition

  async function resolve(asked: Asked, drafts: readonly Draft[]): Promise<void> {
    const nameOf = ({ values }: Draft) => String(values.houseId ?? '').trim()
    const found = await housesBy(asked, inArray(house.name, [...new Set(drafts.map(nameOf)), '']))
    for (const draft of drafts) {
      const named = found.filter(({ row }) => row.name === nameOf(draft))
      const [one] = named
      if (named.length === 1 && one) draft.values.houseId = one.row.id
      else if (nameOf(draft) !== '')
        draft.faults.push({ field: 'houseId', message: one ? messages.several : messages.unknown })
    }
  }

  async function check(asked: Asked, rows: readonly Row<F>[]): Promise<void> {
    const { db, viewer } = asked
    const ids = [...new Set(rows.map(({ form }) => form.houseId)), '']
    const found = await housesBy(asked, inArray(house.id, ids))
    const sharing = await sharingAmong(db, viewer.scope, [...new Set(found.map(({ row }) => row.officeId))])
    const key = (entry: Readonly<Record<string, unknown>>) =>
      `${String(entry.houseId)} ${String(entry.day)} ${keyOf(entry)}`
    faultRepeated(
      rows,
      'day',
      form => key(form as never),
      row => ['import.repeated', { row }],
    )
    const stored = await db
      .select()
      .from(table as PgTable)
      .where(inArray(table.houseId, ids))
    const known = new Set(stored.map(each => key(each as EntryRow)))
    for (const { form, draft } of rows) {
      const at = found.find(({ row }) => row.id === form.houseId)
      if (!at) draft.faults.push({ field: 'houseId', message: messages.unknown })
      else if (!sharing.has(at.row.officeId))
        draft.faults.push({ field: 'houseId', message: 'access.notShared' })
      if (!at) continue
      const today = dateIn(at.row.timeZone ?? at.officeZone, new Date())
      draft.faults.push(...entries.faultsOf(form as never, today))
      if (known.has(key(form as never))) draft.faults.push({ field: 'day', message: messages.stored })
      draft.change = { kind: 'added', known: `${at.row.name} · ${form.day}`, was: {} }
    }
    await checkHouses?.(
      asked,
      rows.filter(({ draft }) => draft.faults.length === 0),
    )
  }

  async function write(asked: Writing, rows: readonly Row<F>[]) {
    const { db, viewer, language } = asked
    const ids = rows.map(({ id }) => id)
    const found = await housesBy(asked, inArray(house.id, [...rows.map(({ form }) => form.houseId), '']))
    for (const { id, form } of rows) {
      const at = found.find(({ row }) => row.id === form.houseId)
      if (!at) throw new Error('An entry without its house')
      const farm = { path: at.row.officePath, farmPath: at.farmPath ?? at.row.officePath }
      await db
        .insert(table as PgTable)
        .values(rowOf({ id, at: { id: at.row.id, farm }, form: form as never, viewer }))
    }
    const byHouse = Map.groupBy(rows, ({ form }) => form.houseId)
    for (const [houseId, own] of byHouse)
      await follow?.(asked, houseId, own.map(({ form }) => form.day).sort()[0] ?? '')
    const made = await entriesWhere(db, viewer.scope, language, table, inArray(table.id, [...ids, '']))
    return made.map(each => ({
      id: each.row.id,
      officePath: each.row.officePath,
      shown: show(each, viewer),
    }))
  }

  return { resolve, check, write }
}
