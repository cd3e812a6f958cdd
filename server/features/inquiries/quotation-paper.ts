import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { inquiries } from '#shared/contracts/inquiries.ts'
import { Id } from '#shared/endpoint.ts'
import { quotationName } from '#shared/order-papers.ts'
import { sumsOf } from '#shared/orders.ts'
import { loadOf, noPacking } from '#shared/packing.ts'
import type { Grant } from '#shared/permissions.ts'
import { type Quotation, termsOfQuotation } from '#shared/quotation.ts'
import { text } from '#shared/text.ts'
import { packingsOf } from '../../farm/goods/packing.ts'
import type { Papered } from '../../farm/papers/papered.ts'
import { buyerOnPaper, sellerOnPaper } from '../../farm/papers/seller.ts'
import { drawTradePaper } from '../../farm/papers/trade-paper.ts'
import { type Db, SYSTEM } from '../../platform/database/store.ts'
import { inquiry } from '../../platform/database/tables/tickets.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { exporting } from '../../platform/jobs/requests.ts'
import { JobFailed } from '../../platform/jobs/running-job.ts'
import type { WorkbookSource } from '../../platform/jobs/workbook.ts'
import { writePaper } from '../../platform/pdf/paper.ts'

const Asked = inquiries.paper.body.extend({ id: Id })

const notQuoted = text('询价还没有报价', 'The inquiry has no quotation yet')

async function quotedIn(db: Db, id: string) {
  const [found] = await db
    .select({
      number: inquiry.number,
      officePath: inquiry.officePath,
      quotation: inquiry.quotation,
      path: sql<string>`coalesce(${inquiry.farmPath}, ${inquiry.officePath})`,
      day: sql<string>`(${inquiry.lastAt} at time zone provider_zone())::date::text`,
    })
    .from(inquiry)
    .where(eq(inquiry.id, id))
  return found
}

async function paperedOf(
  everywhere: Db,
  { number, path, day, quotation }: { number: string; path: string; day: string; quotation: Quotation },
): Promise<Papered> {
  const { currency, freight, validUntil } = quotation
  const [seller, buyer, packed] = await Promise.all([
    sellerOnPaper(everywhere),
    buyerOnPaper(everywhere, path),
    packingsOf(everywhere, quotation.lines),
  ])
  const sums = sumsOf(quotation.lines, freight, currency)
  const lines = quotation.lines.map(line => {
    const known = packed(line)
    const packing = known?.packing ?? noPacking
    const { code, chineseName, englishName, quantity, price } = line
    const { hsCode, origin } = packing
    const unit = line.unit ?? known?.unit ?? 'piece'
    return {
      code,
      chineseName,
      englishName,
      quantity,
      price,
      unit,
      hsCode,
      origin,
      load: loadOf(quantity, packing),
    }
  })
  return {
    kind: 'quotation',
    number,
    day,
    seller,
    buyer,
    consignee: null,
    currency,
    lines,
    freight,
    goods: sums?.goods.amount ?? null,
    sum: sums?.total.amount ?? null,
    terms: { ...termsOfQuotation(quotation), validUntil },
    productionEnd: null,
    content: '',
    shipment: null,
  }
}

const papersFor = (list: string, needs: Grant): WorkbookSource => ({
  list,
  needs,
  async workbook({ row, asked }) {
    const { db, store } = await asked()
    const { id, language } = Asked.parse(row.request)
    const found = await quotedIn(db, id)
    if (!found?.quotation) throw new JobFailed('row.notFound')
    const { quotation } = found
    const papered = await paperedOf(store.scoped(SYSTEM), { ...found, quotation })
    const title = `${quotationName[language]} ${found.number}`
    return {
      name: title,
      draw: path =>
        writePaper(path, { title, language, made: title }, async pages =>
          drawTradePaper(pages, papered, language),
        ),
    }
  },
})

/** Each side gets it under its own permission. */
const ofStaff = papersFor('quotation-papers', 'admin_inquiry:get')
const ofBuyers = papersFor('own-quotation-papers', 'my_center:get')
export const quotationPaperSources = [ofStaff, ofBuyers] as const

type Asking = ChangingCall & { params: { id: string }; body: z.output<typeof inquiries.paper.body> }

/** Starts the paper of a quotation that the requester sees. */
export async function exportQuotation(call: Asking) {
  const { id } = call.params
  const found = await quotedIn(call.db, id)
  if (!found) throw refuse.notFound()
  if (!found.quotation) throw refuse.conflict({ yours: null, current: null }, notQuoted)
  call.named({ number: text(found.number, found.number) })
  const source = call.viewer.grants.has('admin_inquiry:get') ? ofStaff : ofBuyers
  return exporting(source, { name: found.number, officePath: found.officePath })({
    ...call,
    body: { ...call.body, id },
  })
}
