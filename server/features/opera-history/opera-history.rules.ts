import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Modules whose rows say by themselves what happens in the farm or which programs it uses, and those whose values do. */
const TELLING = ['alarms', 'api-tokens']
const WITH_VALUES = [...TELLING, 'houses', 'charts']

/** Whether a row of the module by itself is farm data, which only the customer and whom it shares with (RA) see. */
export const tellsOfFarm = (module: SQLWrapper): SQL<boolean> =>
  sql<boolean>`${module} = any(${sql.param(TELLING)}::text[])`

/** Whether the values of a row of the module are. */
export const isFarmData = (module: string): boolean => WITH_VALUES.includes(module)
