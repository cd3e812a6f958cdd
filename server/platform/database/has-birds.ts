import { sql } from 'drizzle-orm'
import { house } from './tables/farms.ts'

/** Whether a house has birds, females or males of breeders alone, as an expression on it, even if the viewer may not see its farm. */
export const hasBirds = sql<boolean>`has_birds(${house.id})`
