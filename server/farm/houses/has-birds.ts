import { sql } from 'drizzle-orm'
import { house } from '../../platform/database/tables/farms.ts'

/** Whether birds are in a house, as an expression on it, also where the viewer may not see its farm. */
export const hasBirds = sql<boolean>`has_birds(${house.id})`
