import { asc, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Order, OrderRow } from '#shared/contracts/orders.ts'
import { normal } from '#shared/money.ts'
import { isChangeable, type OrderLine, orderStandings, stepBetween, wantsReason } from '#shared/orders.ts'
import { text } from '#shared/text.ts'
import { anyOf } from '../../platform/database/any-of.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { order } from '../../platform/database/tables/orders.ts'
import type { Message } from '../../platform/http/texts.ts'
import type { Asked, Draft } from '../../platform/jobs/sheet-parts.ts'
import { plain } from '../../platform/records/changing-rows.ts'
import { isClosed, numberTaken } from './order-changes.ts'
import { cellOf, fieldsOfOrder, nameOf, orderColumns, shipmentsCell } from './order-columns.ts'
import { keyOf, type Row } from './order-rows.ts'
import { ordered } from './ordered.ts'

const says = {
  unknown: text('没有此编号的订单', 'There is no order with this number'),
  customer: text('订单的客户不能更改', 'The customer of an order cannot be changed'),
  absent: text(
    '文件中缺少此订单的“{name}”。要删除该商品，请保留该行并将数量填为 0',
    '“{name}” from this order is missing in the file. To remove it, keep its row and enter 0 pieces',
  ),
  keeps: text('商品沿用下单时的名称', 'The name of ordered goods cannot be changed'),
  empty: text('订单至少保留一种商品', 'An order must have at least one item'),
  noStep: text('“{from}”不能直接变为“{to}”', 'An order cannot go from “{from}” to “{to}” in one step'),
  reason: text('更正或撤回请填写原因', 'Enter a reason for correcting or withdrawing the order'),
  paid: text('付款日期请在订单页更正', 'Already paid. Correct the payment date on the order page'),
} satisfies Record<string, Message>

const NUMBER = /^SO\d{8}-\d{4,}$/i

/** The order that a row changes; none for a row that creates one. */
export const orderOfRow = ({ current }: Pick<Draft, 'current'>) => current as Order | undefined

/** Which line of its order a row is about. */
const lineOfRow = new WeakMap<Draft, number>()
export const lineOf = (draft: Draft) => lineOfRow.get(draft)

/** Whether a row has anything about an item. */
const hasItem = ({ values }: Draft) =>
  ['code', 'name', 'quantity', 'price'].some(field => values[field] !== undefined)

type Known = { order: Order; names: string[] }

/** The orders that rows name by number, locked until the transaction ends, always in the same order. */
async function ordersNamed(asked: Asked, drafts: readonly Draft[]): Promise<Map<string, Known>> {
  const { db } = asked
  const numbers = [...new Set(drafts.map(({ values }) => keyOf(values.reference).toUpperCase()))]
  const locked = await db
    .select({ id: order.id })
    .from(order)
    .where(
      inArray(
        order.number,
        numbers.filter(number => NUMBER.test(number)),
      ),
    )
    .orderBy(asc(order.id))
    .for('update')
  const ids = locked.map(({ id }) => id)
  const customer = alias(office, 'customer')
  const named = await db
    .select({
      id: order.id,
      names: sql<
        string[]
      >`array[${office.chineseName}, ${office.englishName}, ${customer.chineseName}, ${customer.englishName}]`,
    })
    .from(order)
    .innerJoin(office, eq(office.id, order.officeId))
    .leftJoin(customer, eq(customer.path, order.farmPath))
    .where(inArray(order.id, ids))
  const namesOf = new Map(named.map(({ id, names }) => [id, names.map(keyOf)]))
  return new Map(
    (await ordered.byId(asked, ids)).map(found => [
      keyOf(found.number),
      { order: found, names: namesOf.get(found.id) ?? [] },
    ]),
  )
}

/**
 * Finds the orders that rows change, and fills the rows' empty cells with their values. The rows of an order already have
 * its single values.
 */
export async function findOrders(asked: Asked, drafts: readonly Draft[]): Promise<void> {
  const known = await ordersNamed(asked, drafts)
  for (const [key, rows] of Map.groupBy(drafts, ({ values }) => keyOf(values.reference))) {
    const found = known.get(key)
    for (const draft of rows) {
      if (found) fillFrom(found, draft)
      else faultNew(draft, key)
    }
    if (found) placeItems(found.order, rows)
  }
}

const pieces = {
  missing: { field: 'quantity', message: 'field.required' },
  none: { field: 'quantity', message: ['field.tooSmall', { limit: 1 }] },
} as const

/** Columns that only a row of an existing order may fill. */
function faultNew({ values, faults }: Draft, key: string): void {
  const { quantity, version, standing } = values
  for (const field of ['consignee', 'phone'] as const)
    if ((values[field] ?? '') === '') faults.push({ field, message: 'field.required' })
  if (NUMBER.test(key)) faults.push({ field: 'reference', message: says.unknown })
  else if (version !== undefined) faults.push({ field: 'version', message: 'import.versionOfNone' })
  if (quantity === undefined) faults.push(pieces.missing)
  if (quantity === 0) faults.push(pieces.none)
  const to = orderStandings[standing as keyof typeof orderStandings]
  if (to && standing !== 'placed')
    faults.push({ field: 'standing', message: [says.noStep, { from: orderStandings.placed, to }] })
}

/**
 * If no order has the number nothing else in the row is checked: its empty cells may be filled in the order that was meant.
 */
export function sayUnknownAlone(drafts: readonly Draft[]): void {
  for (const draft of drafts) {
    const unknown = draft.faults.find(({ message }) => message === says.unknown)
    if (unknown) draft.faults = [unknown]
  }
}

function fillFrom({ order: found, names }: Known, draft: Draft): void {
  const { values, faults } = draft
  const { version, officeId } = values
  draft.current = found
  values.reference = found.number
  if (version !== undefined && version !== found.version)
    faults.push({ field: 'version', message: ['import.stale', { version: found.version }] })
  if (officeId !== undefined && !names.includes(keyOf(officeId)))
    faults.push({ field: 'officeId', message: says.customer })
  else values.officeId = found.officeId
  for (const field of fieldsOfOrder)
    values[field] ??= (found as unknown as Readonly<Record<string, unknown>>)[field]
}

/** Matches each row to a line of its order: the next one with its code, or with its name if it has no code. */
function placeItems({ lines }: Order, rows: readonly Draft[]): void {
  const left = new Set(lines.keys())
  for (const draft of rows.filter(hasItem)) {
    const { values } = draft
    const wanted = keyOf(values.code)
    const isIt = ({ code, chineseName, englishName }: OrderLine) =>
      wanted === ''
        ? [chineseName, englishName].map(keyOf).includes(keyOf(values.name))
        : keyOf(code) === wanted
    const at = [...left].find(i => isIt(lines[i] as OrderLine))
    const line = at === undefined ? undefined : lines[at]
    if (at === undefined || !line) continue
    left.delete(at)
    lineOfRow.set(draft, at)
    values.code = line.code
    values.name ??= nameOf(line, 'en-US')
    values.quantity ??= line.quantity
    values.price ??= line.price ?? undefined
  }
  const [lead] = rows
  if (!lead || !rows.some(hasItem)) return
  for (const i of left) {
    const name = nameOf(lines[i] as OrderLine, 'en-US')
    lead.faults.push({ field: 'code', message: [says.absent, { name }] })
  }
}

/** The lines of an order after its rows: in their places, new ones at the end. */
export function linesOfRows(found: Order, rows: readonly Row[], added: readonly OrderLine[]): OrderLine[] {
  const rowOf = new Map(rows.flatMap(row => [[lineOf(row.draft), row] as const]))
  const kept = found.lines.flatMap((line, i) => {
    const form = rowOf.get(i)?.form
    if (!form) return line
    if (form.quantity === 0) return []
    const name = isNamed(line, form.name) ? {} : { chineseName: form.name, englishName: form.name }
    return { ...line, ...name, quantity: form.quantity ?? line.quantity, price: form.price ?? line.price }
  })
  return [...kept, ...added]
}

const isNamed = ({ chineseName, englishName }: OrderLine, name: string) =>
  [chineseName, englishName].map(keyOf).includes(keyOf(name))

const isSame = (one: unknown, other: unknown) => plain(one || null) === plain(other || null)

/** The order's fields that its first row changes. */
const changedOf = (found: Order, form: OrderRow) =>
  fieldsOfOrder.filter(field =>
    field === 'shipments'
      ? shipmentsCell(form) !== shipmentsCell(found)
      : field !== 'reason' && !isSame(form[field as 'city'], found[field as 'city']),
  )

/** The item's fields that a row changes; all of them for a new item. */
function changedItem(found: Order, { draft, form }: Row): string[] {
  const at = lineOf(draft)
  const line = at === undefined ? undefined : found.lines[at]
  if (!line) return form.quantity === undefined ? [] : ['code', 'name', 'quantity', 'price']
  const price = form.price !== undefined && normal(form.price) !== normal(line.price ?? '-1') ? ['price'] : []
  const quantity = form.quantity === line.quantity ? [] : ['quantity']
  return [...(isNamed(line, form.name) ? [] : ['name']), ...quantity, ...price]
}

/** Fields changed by steps and not by the order's form. */
const TAKEN = ['standing', 'paidOn']

/** Whether an order's rows change its typed fields. */
export const isTypedAnew = (rows: readonly Row[]) =>
  rows.some(({ draft }) => Object.keys(draft.change?.was ?? {}).some(field => !TAKEN.includes(field)))

/** Refuses changes that the order's current state does not allow. */
function faultsOf(found: Order, { draft, form }: Row, changed: readonly string[], isTyped: boolean): void {
  const fault = (field: string, message: Message) => draft.faults.push({ field, message })
  const { standing = found.standing, reason = '' } = form
  const step = changed.includes('standing') ? stepBetween(found.standing, standing) : undefined
  if (changed.includes('standing') && !step)
    fault('standing', [says.noStep, { from: orderStandings[found.standing], to: orderStandings[standing] }])
  if (step && wantsReason(step) && reason === '') fault('reason', says.reason)
  if (changed.includes('paidOn') && found.paidOn !== null) fault('paidOn', says.paid)
  if (changed.includes('paidOn') && found.standing === 'withdrawn') fault('paidOn', isClosed)
  const isOpen = isChangeable(found) || (step !== undefined && isChangeable({ standing }))
  if (isTyped && !isOpen) fault('reference', isClosed)
}

/** Says what each row of one order does, and refuses forbidden changes. */
function noteOrder(asked: Asked, found: Order, rows: readonly Row[]): void {
  const [lead] = rows
  if (!lead) return
  const ofOrder = changedOf(found, lead.form)
  const items = rows.map(row => changedItem(found, row))
  const isTyped = ofOrder.some(field => !TAKEN.includes(field)) || items.some(each => each.length > 0)
  faultsOf(found, lead, ofOrder, isTyped)
  for (const [i, { draft, form }] of rows.entries()) {
    const at = lineOf(draft)
    const item = at === undefined ? undefined : found.lines[at]
    const changed = [...(draft === lead.draft ? ofOrder : []), ...(items[i] ?? [])]
    const part = { ...found, item, isLead: true }
    const was = orderColumns
      .filter(({ field }) => changed.includes(field))
      .map(column => [column.field, cellOf(column, part, asked.language)] as const)
      .map(([field, cell]) => [field, cell === null ? null : String(cell)] as const)
    const kind = changed.length > 0 ? 'changed' : 'unchanged'
    draft.change = { kind, known: found.number, was: Object.fromEntries(was) }
    if (item?.goodId && changed.includes('name')) draft.faults.push({ field: 'name', message: says.keeps })
    if (kind === 'changed' && !asked.viewer.grants.has('order_center:edit'))
      draft.faults.push({ field: 'reference', message: 'import.mayNotChange' })
    if (!item && form.quantity === 0) draft.faults.push(pieces.none)
  }
  const taken = rows.filter(({ draft, form }) => lineOf(draft) !== undefined && form.quantity === 0)
  const added = rows.some(({ draft, form }) => lineOf(draft) === undefined && form.quantity !== undefined)
  if (taken.length === found.lines.length && !added)
    taken[0]?.draft.faults.push({ field: 'quantity', message: says.empty })
}

/** Says what each row that changes an order does, and refuses forbidden changes; new ones are added. */
export async function noteRows(asked: Asked, rows: readonly Row[]): Promise<void> {
  for (const group of Map.groupBy(rows, ({ draft }) => keyOf(draft.values.reference)).values()) {
    const found = group[0] && orderOfRow(group[0].draft)
    if (found) noteOrder(asked, found, group)
    else for (const { draft, form } of group) draft.change = { kind: 'added', known: form.reference, was: {} }
  }
  await faultNumbers(asked, rows)
}

/** An ERP number belongs to one order, in the file and beyond it. */
async function faultNumbers({ db }: Asked, rows: readonly Row[]): Promise<void> {
  const typed = rows.filter(({ form }) => form.externalNumber)
  if (typed.length === 0) return
  const stored = await db
    .select({ number: order.number, external: order.externalNumber })
    .from(order)
    .where(
      anyOf(
        order.externalNumber,
        typed.map(({ form }) => form.externalNumber ?? ''),
      ),
    )
  const ownerOf = new Map(stored.map(({ number, external }) => [external, keyOf(number)]))
  for (const { draft, form } of typed) {
    const key = keyOf(form.reference)
    const owner = ownerOf.get(form.externalNumber ?? null)
    if (owner !== undefined && owner !== key)
      draft.faults.push({ field: 'externalNumber', message: numberTaken })
    else ownerOf.set(form.externalNumber ?? null, key)
  }
}
