import { and, asc, eq, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ReportedPlace } from '#shared/contracts/reports.ts'
import { REPORT_HOUSES } from '#shared/limits.ts'
import { text } from '#shared/text.ts'
import { houseZone } from '../../farm/houses/placed-houses.ts'
import { isOfOffice, nameOfOthers } from '../../platform/database/customers-seen.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import { house, houseNow } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'
import type { Message } from '../../platform/http/texts.ts'
import type { Asked } from '../../platform/jobs/sheet-parts.ts'

const noHouse = text('没有可以制作报告的鸡舍', 'There are no houses for this report')
const tooMany = text(
  '超过 {most} 栋鸡舍，请选择客户或鸡场',
  'More than {most} houses. Choose a customer or a farm team',
)

const customer = alias(office, 'customer')

/** Houses whose farm data the requester may see, by customer and name; at most `most`. */
function reportedHouses(
  { db, viewer: { scope }, language }: Pick<Asked, 'db' | 'viewer' | 'language'>,
  { officeId, houseId }: ReportedPlace,
  most: number,
) {
  const customerName = nameOfOthers(scope, customer, language)
  return db
    .select({
      id: house.id,
      name: house.name,
      type: house.type,
      officePath: house.officePath,
      farmPath: office.farmPath,
      officeName: nameIn(language, office),
      customerName,
      timeZone: houseZone,
    })
    .from(house)
    .innerJoin(houseNow, eq(houseNow.houseId, house.id))
    .innerJoin(office, eq(office.id, house.officeId))
    .leftJoin(customer, eq(customer.path, office.farmPath))
    .where(
      and(
        isNull(house.deletedAt),
        officeId === undefined ? undefined : isOfOffice(house.officePath, officeId),
        houseId === undefined ? undefined : eq(house.id, houseId),
      ),
    )
    .orderBy(asc(office.farmPath), asc(house.name), asc(house.id))
    .limit(most)
}
export type ReportedHouse = Awaited<ReturnType<typeof reportedHouses>>[number]

/** The requested houses; refused at the right form field if there can be no report. */
export async function housesOf(
  asked: Pick<Asked, 'db' | 'viewer' | 'language'>,
  form: ReportedPlace,
): Promise<{ houses: ReportedHouse[]; fault?: { field: string; message: Message } }> {
  const houses = await reportedHouses(asked, form, REPORT_HOUSES + 1)
  const field = form.houseId === undefined ? 'officeId' : 'houseId'
  if (houses.length === 0) return { houses, fault: { field, message: noHouse } }
  if (houses.length > REPORT_HOUSES)
    return { houses, fault: { field, message: [tooMany, { most: REPORT_HOUSES }] } }
  return { houses }
}
