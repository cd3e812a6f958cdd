import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { valuesOf } from '#shared/choices.ts'
import {
  consigneeFields,
  contentField,
  type OrderChange,
  type orders,
  planFields,
} from '#shared/contracts/orders.ts'
import { type OrderLine, orderStandings } from '#shared/orders.ts'
import type { repairStandings } from '#shared/repairs.ts'
import { lineIdOf } from '#shared/shipments.ts'
import { bothNames, type Language, type Text, text } from '#shared/text.ts'
import type { Db } from '../../platform/database/store.ts'
import { operationHistory } from '../../platform/database/tables/histories.ts'
import { repair } from '../../platform/database/tables/tickets.ts'
import type { Call } from '../../platform/http/call.ts'
import { MODULE, ordered } from './ordered.ts'

/** Latest changes that an order's page shows. */
const SHOWN = 20

/** Who changes orders: people, and an ERP. */
const MODULES = [MODULE, 'erp-orders']

/** Single values of an order, by the field's name in its answer. */
const labels: Readonly<Record<string, Text>> = {
  standing: text('状态', 'Status'),
  consignee: consigneeFields.consignee.label,
  phone: consigneeFields.phone.label,
  city: consigneeFields.city.label,
  address: consigneeFields.address.label,
  country: text('国家', 'Country'),
  content: contentField.content.label,
  productionEnd: planFields.productionEnd.label,
  currency: text('币种', 'Currency'),
  freight: text('运费、保险费', 'Freight and insurance'),
  sum: text('合计', 'Total'),
  paidOn: text('付款日期', 'Paid on'),
  externalNumber: text('ERP 编号', 'ERP number'),
}

const standings: readonly string[] = valuesOf(orderStandings)

function inWords(value: unknown, language: Language): string {
  if (value === null || value === undefined) return ''
  const said = String(value)
  return standings.includes(said) ? orderStandings[said as keyof typeof orderStandings][language] : said
}

type Values = Readonly<Record<string, unknown>> | null

/** The lines that differ, each with how many and at what price before and after. */
function linesOf(before: Values, after: Values, language: Language): OrderChange['fields'] {
  const [was, now] = [before, after].map(of => {
    const lines = Array.isArray(of?.lines) ? (of.lines as OrderLine[]) : []
    return new Map(lines.map((line, i) => [lineIdOf(line, i), line]))
  }) as [Map<string, OrderLine>, Map<string, OrderLine>]
  const said = (line: OrderLine | undefined) =>
    line ? [line.quantity, line.price].filter(each => each !== null).join(' × ') : ''
  return [...new Set([...was.keys(), ...now.keys()])].flatMap(id => {
    const line = now.get(id) ?? was.get(id)
    const [old, next] = [said(was.get(id)), said(now.get(id))]
    if (!line || old === next) return []
    return [{ name: [line.code, bothNames(line)[language]].filter(Boolean).join(' '), was: old, now: next }]
  })
}

function fieldsOf(before: Values, after: Values, language: Language): OrderChange['fields'] {
  if (!before || !after) return []
  const single = Object.entries(labels).flatMap(([name, label]) => {
    const [was, now] = [before, after].map(of => inWords(of[name], language)) as [string, string]
    return (name in before || name in after) && was !== now ? [{ name: label[language], was, now }] : []
  })
  return [...single, ...linesOf(before, after, language)]
}

/** Who changed what of an order, as far as the viewer's operation history shows it. */
export async function changesOf({
  db,
  params,
  language,
  viewer,
}: Call<typeof orders.changes>): Promise<OrderChange[]> {
  await ordered.find({ db, viewer, language }, params.id)
  const { id, at, actorName, description, before, after, module, recordId } = operationHistory
  const rows = await db
    .select({ id, at, actorName, description, before, after })
    .from(operationHistory)
    .where(and(eq(recordId, params.id), inArray(module, MODULES)))
    .orderBy(desc(at), desc(id))
    .limit(SHOWN)
  return rows.map(row => ({
    id: String(row.id),
    at: row.at.toISOString(),
    by: row.actorName,
    says: row.description[language],
    fields: fieldsOf(row.before as Values, row.after as Values, language),
  }))
}

/** Repairs of what was ordered, as far as the viewer sees them. */
export async function claimsOf(db: Db, id: string) {
  const rows = await db
    .select({
      id: repair.id,
      number: repair.number,
      title: repair.title,
      lineId: repair.lineId,
      standing: sql<
        keyof typeof repairStandings
      >`case when ${repair.cancelledAt} is null then ${repair.state} else 'cancelled' end`,
    })
    .from(repair)
    .where(eq(repair.orderId, id))
    .orderBy(desc(repair.madeAt))
  return rows.map(row => ({ ...row, lineId: row.lineId ?? '' }))
}
