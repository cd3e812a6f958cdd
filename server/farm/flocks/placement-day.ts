import { sql } from 'drizzle-orm'
import { house } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'

/**
 * What a house's farm calls the day of placement, 0 or 1: as kept on the flock in the house; for the next one as the office
 * counts. The statement has both, the house and its office.
 */
export const placementDayNow = sql<number>`coalesce((select f.placement_day from flock f where f.house_id = ${house.id}
    and f.ended_on is null and f.deleted_at is null), ${office.placementDay})`
