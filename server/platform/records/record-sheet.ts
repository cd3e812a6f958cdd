import { isNull } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { type Choices, valuesOf } from '#shared/choices.ts'
import type { Contract, Endpoint } from '#shared/endpoint.ts'
import type { Field } from '#shared/field.ts'
import type { Language } from '#shared/text.ts'
import type { CellKind } from '../excel/cell.ts'
import { type Message, say } from '../http/texts.ts'
import { keepAmounts } from '../jobs/amount-cells.ts'
import { faultRepeated } from '../jobs/judge-rows.ts'
import { type ListSheet, listSheet } from '../jobs/list-sheet.ts'
import type { Asked, Draft, ExportColumn, Filled, ImportColumn } from '../jobs/sheet-parts.ts'
import { changesOfRows, ofOld, versionColumn } from './changing-rows.ts'
import { columnsOf, type FormOf, grantTo, type ItemOf } from './definition.ts'
import type { Records } from './records.ts'

type Sheeted = Contract &
  Record<'list' | 'counts' | 'get' | 'create' | 'update' | 'remove' | 'export' | 'import', Endpoint>

/** Columns for what exists besides the described fields, in the file and in the form of its rows. */
export interface MoreColumns<C extends Sheeted> {
  columns: readonly (ImportColumn & ExportColumn<ItemOf<C>>)[]
  form: z.ZodType<FormOf<C>>
  /** The rows of an export with the values of these columns. */
  read: (asked: Asked, rows: ItemOf<C>[]) => Promise<ItemOf<C>[]>
  resolve: (asked: Asked, drafts: readonly Draft[]) => Promise<void>
  check: (asked: Asked, rows: readonly Filled<FormOf<C>>[]) => Promise<void>
  /** Columns of the table that are not part of the form. */
  stored: (form: FormOf<C>) => object
}

interface Particular<C extends Sheeted> {
  /** Module of the list in the history; its title is the text `sheet.{list}`. */
  list: string
  /**
   * The fields that identify a row, and what happens if another one has them: a file is easily imported twice. `taken`
   * refuses the row and says why; without it the row changes that other one, if `by` is a single text.
   */
  known: { by: readonly [string, ...string[]]; taken?: Message }
  more?: MoreColumns<C>
}

/** Excel export and import of records: a column per field of the list; those that people fill in can be imported. */
export function recordSheet<C extends Sheeted>(
  { definition, ids, byId, make, change }: Records<C>,
  { list, known, more }: Particular<C>,
): ListSheet {
  type Rows = readonly Filled<FormOf<C>>[]
  const { contract, table, typed, faults, officePath, restoring } = definition
  const [knownBy] = known.by
  const changing = known.taken === undefined
  const described = Object.entries(contract.list.fields ?? typed).flatMap(columnsFor)
  const isMore = ({ field }: { field: string }) => more?.columns.some(column => column.field === field)
  const own = [...described.filter(column => !isMore(column)), ...(more?.columns ?? [])]
  const columns = changing ? [...own.map(ofOld(knownBy)), versionColumn] : own
  const amounts = Object.keys(typed).filter(name => typed[name]?.kind === 'amount')
  const form = more?.form ?? (contract.create.body as z.ZodType<FormOf<C>>)
  const keyOf = (row: object) =>
    known.by.map(name => String((row as Readonly<Record<string, unknown>>)[name]).toLowerCase()).join('\n')
  const read = (asked: Asked, rows: ItemOf<C>[]) => (more ? more.read(asked, rows) : Promise.resolve(rows))
  const changes = changing
    ? changesOfRows<ItemOf<C>>({ table, knownBy, columns, form, byId, read, grant: grantTo(contract.update) })
    : undefined

  async function check(asked: Asked, rows: Rows): Promise<void> {
    const { db } = asked
    for (const { draft, form } of rows) draft.faults.push(...(faults?.(form) ?? []))
    faultRepeated(rows, knownBy, keyOf, row => ['import.repeated', { row }])
    const { taken: message } = known
    if (message !== undefined) {
      const inUse = restoring && isNull(restoring.table.deletedAt)
      const stored = await db
        .select()
        .from(table as PgTable)
        .where(inUse)
      const taken = new Set(stored.map(keyOf))
      for (const { draft, form } of rows)
        if (taken.has(keyOf(form))) draft.faults.push({ field: knownBy, message })
    }
    await more?.check(asked, rows)
    await changes?.note(asked, rows)
  }

  /** Returns the path of the office they belong to. */
  async function store({ db, viewer }: Asked, rows: Rows): Promise<string> {
    const path = officePath({ viewer })
    const added = rows.filter(({ draft }) => draft.current === undefined)
    for (const { id, draft, form } of rows)
      if (draft.current)
        await change({ db, viewer }, id, form, more?.stored(form), field =>
          Object.hasOwn(draft.change?.was ?? {}, field),
        )
    if (more) for (const { id, form } of added) await make({ db, viewer }, id, form, more.stored(form))
    else if (added.length > 0) {
      const made = added.map(({ id, form }) => ({ ...columnsOf(typed, form), id, officePath: path }))
      await db.insert(table as PgTable).values(made)
    }
    return path
  }

  async function write(asked: Asked, rows: Rows) {
    const doing = rows.filter(({ draft }) => draft.change?.kind !== 'unchanged')
    const path = await store(asked, doing)
    const before = new Map(doing.map(({ id, draft }) => [id, draft.current]))
    const written = await byId(
      asked.db,
      doing.map(({ id }) => id),
    )
    return written.map(shown => ({ id: shown.id, officePath: path, shown, before: before.get(shown.id) }))
  }

  return listSheet({
    list,
    contract,
    columns,
    ids: ({ db, language }, query: Parameters<typeof ids>[1]) => ids(db, query, language),
    rows: async (asked: Asked, some) => read(asked, await byId(asked.db, some)),
    import: {
      form,
      columns: columns.filter(
        column => Object.hasOwn(typed, column.field) || isMore(column) || column === versionColumn,
      ),
      async resolve(asked, drafts) {
        const leave = await changes?.find(asked, drafts)
        await more?.resolve(asked, drafts)
        for (const draft of drafts) {
          const { values } = draft
          for (const [name, { kind }] of Object.entries(typed)) {
            // An empty cell is an empty text, or an empty list.
            if (kind === 'text') values[name] ??= ''
            if (kind === 'choices' || kind === 'pictures' || kind === 'attachments') values[name] ??= []
          }
          keepAmounts(draft, amounts)
        }
        leave?.()
      },
      check,
      write,
    },
  })
}

const CELLS: Readonly<Partial<Record<Field['kind'], CellKind>>> = {
  text: 'text',
  choice: 'text',
  choices: 'text',
  whole: 'whole',
  count: 'whole',
  number: 'number',
  amount: 'number',
  instant: 'instant',
  moment: 'instant',
  day: 'text',
}

/** Names, and lists of values, need more room than a number. Characters */
const WIDTHS: Partial<Record<Field['kind'], number>> = { text: 28, choices: 32, whole: 12, count: 12 }

/** An amount as a number that Excel can add up: fourteen digits are exact. */
function amountIn(row: object, name: string): number | null {
  const amount = (row as Readonly<Record<string, unknown>>)[name] ?? null
  return amount === null ? null : Number(amount)
}

/** Files have no column. */
function columnsFor([name, field]: [string, Field]): (ImportColumn & ExportColumn<object>)[] {
  const { kind, label } = field
  const cell = CELLS[kind]
  if (cell === undefined) return []
  const width = WIDTHS[kind]
  const choices: Choices | undefined = 'choices' in field ? field.choices : undefined
  const column: ImportColumn & ExportColumn<object> = {
    field: name,
    label,
    kind: cell,
    help: language => helpFor(field, language),
    ...(width !== undefined && { width }),
    ...(choices && { words: choices, choices: valuesOf(choices) }),
    ...(kind === 'amount' && { value: (row: object) => amountIn(row, name) }),
    ...(kind === 'choices' && { isList: true }),
    ...('isRequired' in field && field.isRequired && { isRequired: true }),
  }
  return [column]
}

/** The bounds of a field and its meaning; a choice lists its values by itself. */
export function helpFor(field: Field, language: Language): string {
  const bounds = boundsOf(field, language)
  const hint = (field.inFile ?? field.hint)?.[language]
  if (field.kind === 'choice' || field.kind === 'choices') return ''
  return [bounds, hint].filter(Boolean).join(language === 'zh-CN' ? '。' : '. ')
}

function boundsOf(field: Field, language: Language): string {
  if (field.kind === 'text')
    return say(language, ['import.characters', { most: numberIn(field.most, language) }])
  if (field.kind === 'amount')
    return say(language, ['import.between', { least: '0.00', most: '9999999999.9999' }])
  if (field.kind !== 'whole' && field.kind !== 'number') return ''
  const [least, most] = [numberIn(field.least, language), numberIn(field.most, language)]
  return say(language, ['import.between', { least, most }])
}

const numberIn = (value: number, language: Language) => value.toLocaleString(language)
