import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { orders } from '#shared/contracts/orders.ts'
import { paperNames } from '#shared/order-papers.ts'
import type { Grant } from '#shared/permissions.ts'
import { text } from '#shared/text.ts'
import { type Db, SYSTEM } from '../../platform/database/store.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { order } from '../../platform/database/tables/orders.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { exporting } from '../../platform/jobs/requests.ts'
import { JobFailed } from '../../platform/jobs/running-job.ts'
import type { WorkbookSource } from '../../platform/jobs/workbook.ts'
import { writePaper } from '../../platform/pdf/paper.ts'
import { ordered } from './ordered.ts'
import { drawPaper } from './paper-page.ts'

const Asked = orders.paper.body.extend({ id: orders.place.returns.shape.id })

/** The name of the provider, which a customer's scope does not show. */
export async function sellerIn(everywhere: Db) {
  const { chineseName, englishName } = office
  const [found] = await everywhere
    .select({ chineseName, englishName })
    .from(office)
    .where(eq(office.kind, 'provider'))
  return found ?? null
}

/** The day an order was placed, by the provider's calendar. */
async function dayOf(db: Db, id: string): Promise<string> {
  const [found] = await db
    .select({ day: sql<string>`(${order.madeAt} at time zone provider_zone())::date::text` })
    .from(order)
    .where(eq(order.id, id))
  if (!found) throw new JobFailed('row.notFound')
  return found.day
}

/** Papers of an order as PDF, in the requested language: its readers are banks and carriers. */
const papersFor = (list: string, needs: Grant): WorkbookSource => ({
  list,
  needs,
  async workbook({ row, asked }) {
    const first = await asked()
    const { id, paper, language } = Asked.parse(row.request)
    const [found] = await ordered.byId({ ...first, language }, [id])
    if (!found) throw new JobFailed('row.notFound')
    const day = await dayOf(first.db, id)
    const seller = await sellerIn(first.store.scoped(SYSTEM))
    const title = `${paperNames[paper][language]} ${found.number}`
    return {
      name: title,
      draw: path =>
        writePaper(path, { title, language, made: title }, async pages =>
          drawPaper(pages, paper, { order: found, day, seller }, language),
        ),
    }
  },
})

/** Each side gets them under its own permission. */
const ofStaff = papersFor('order-papers', 'order_center:get')
const ofBuyers = papersFor('own-order-papers', 'my_center:get')
export const orderPaperSources = [ofStaff, ofBuyers] as const

type Asking = ChangingCall & { params: { id: string }; body: z.output<typeof orders.paper.body> }

/** Starts a paper of an order that the requester sees. */
export async function exportPaper(call: Asking) {
  const { id } = call.params
  const { number } = await ordered.find(call, id)
  const [of] = await call.db.select({ officePath: order.officePath }).from(order).where(eq(order.id, id))
  const name = paperNames[call.body.paper]
  call.named({ number: text(number, number), paper: name })
  const source = call.viewer.grants.has('order_center:get') ? ofStaff : ofBuyers
  const about = { name: number, officePath: String(of?.officePath) }
  return exporting(source, about)({ ...call, body: { ...call.body, id } })
}
