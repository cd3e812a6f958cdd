import { type Order, OrderRow } from '#shared/contracts/orders.ts'
import { countryOf } from '#shared/countries.ts'
import { isChangeable, stepBetween } from '#shared/orders.ts'
import { text } from '#shared/text.ts'
import { providerToday } from '../../farm/tickets/plausible-days.ts'
import type { HistoryNote } from '../../platform/http/history.ts'
import { keepAmounts } from '../../platform/jobs/amount-cells.ts'
import { resolveFarms } from '../../platform/jobs/farms-by-name.ts'
import type { Asked, Draft, ImportDefinition, Writing, Written } from '../../platform/jobs/sheet-parts.ts'
import { findOrders, isTypedAnew, noteRows, sayUnknownAlone } from './known-orders.ts'
import { change, externalOf, take, withdraw } from './order-changes.ts'
import { orderColumns, shipmentsIn } from './order-columns.ts'
import { faultsOfDays } from './order-days.ts'
import { shipmentsKnown } from './order-identity.ts'
import { amountsOf, moveStock } from './order-lines.ts'
import { settle } from './order-payments.ts'
import { faultPartners, gatherOrders, type Row } from './order-rows.ts'
import { ordered } from './ordered.ts'
import { type OrderOfRows, ordersOf } from './orders-of-rows.ts'

const unknownCountry = text('请填写国家名称或两位代码', 'Enter a country name or its two-letter code')

async function resolve({ db, viewer }: Asked, drafts: readonly Draft[]): Promise<void> {
  for (const draft of drafts) {
    const { values, faults } = draft
    for (const name of ['code', 'name', 'city', 'address', 'content', 'country']) values[name] ??= ''
    values.freight ??= '0'
    keepAmounts(draft, ['freight', 'price'])
    const code = countryOf(String(values.country))
    if (code) values.country = code
    else if (values.country !== '') faults.push({ field: 'country', message: unknownCountry })
    values.productionEnd ??= null
    if (!Array.isArray(values.shipments)) values.shipments = shipmentsIn(values.shipments)
  }
  const isNew = ({ current }: Draft) => current === undefined
  await resolveFarms(db, viewer.officeId, drafts.filter(isNew))
}

/** A call for one order, for the functions that change it. */
function callAbout(asked: Writing, id: string) {
  const told = { officePath: '' }
  const tellHistory = ({ officePath = told.officePath }: HistoryNote) => {
    told.officePath = officePath
  }
  return { told, call: { ...asked, tellHistory, params: { id }, body: {} } }
}

async function make(asked: Writing, { lead, currency, lines }: OrderOfRows): Promise<Written> {
  const { officeId, consignee, phone, country, city, address, content, freight, shipments } = lead.form
  const { productionEnd = null, paidOn = null } = lead.form
  const goes = { consignee, phone, country, city, address, content, productionEnd, shipments }
  await moveStock(asked.db, [], lines)
  const { told, call } = callAbout(asked, '')
  const columns = { ...goes, ...amountsOf(lines, freight, currency), ...externalOf(lead.form) }
  const made = await ordered.create(call, { officeId }, columns)
  const shown = paidOn === null ? made : await settle(callAbout(asked, made.id).call, paidOn)
  return { id: shown.id, officePath: told.officePath, shown }
}

async function takeStep(call: ReturnType<typeof callAbout>['call'], found: Order, form: OrderRow) {
  const step = form.standing && stepBetween(found.standing, form.standing)
  if (step === 'withdraw') await withdraw(call, form.reason ?? '')
  else if (step) await take(call, step, { written: form.reason })
}

/** Changes an order while that is possible: a reopening step comes before, a closing one after. */
async function update(asked: Writing, known: OrderOfRows & { found: Order }): Promise<Written> {
  const { lead, rows, found, currency, lines } = known
  const { form } = lead
  const { told, call } = callAbout(asked, found.id)
  const isPaidNow = form.paidOn && form.paidOn !== found.paidOn
  if (isPaidNow) await settle(call, form.paidOn ?? '')
  const isOpen = isChangeable(found)
  if (!isOpen) await takeStep(call, found, form)
  if (isTypedAnew(rows)) await change({ ...call, body: { ...form, currency, lines } })
  if (isOpen) await takeStep(call, found, form)
  const shown = await ordered.find(call, found.id)
  return { id: found.id, officePath: told.officePath, shown, before: found }
}

async function write(asked: Writing, rows: readonly Row[]): Promise<Written[]> {
  const written: Written[] = []
  for (const one of await ordersOf(asked.db, rows)) {
    const { found } = one
    if (!found) written.push(await make(asked, one))
    else if (one.rows.some(({ draft }) => draft.change?.kind === 'changed'))
      written.push(await update(asked, { ...one, found }))
  }
  return written
}

/** The orders of a file, in rows of their items; if one row is faulty, none of its order is written. */
export const ordersImport: ImportDefinition<typeof OrderRow> = {
  form: OrderRow,
  columns: orderColumns,
  areParts: true,
  gather: async (asked, drafts) => {
    gatherOrders(drafts)
    await findOrders(asked, drafts)
  },
  resolve,
  check: async (asked, rows, drafts) => {
    const today = await providerToday(asked.db)
    for (const { lead, found } of await ordersOf(asked.db, rows)) {
      const shipments = shipmentsKnown(found?.shipments ?? [], lead.form.shipments)
      lead.draft.faults.push(...faultsOfDays(today, { ...lead.form, shipments }, found))
    }
    await noteRows(asked, rows)
    sayUnknownAlone(drafts)
    faultPartners(drafts)
  },
  write,
}
