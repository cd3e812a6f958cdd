/** All tables of the product, as drizzle's relational queries and types need them in one place. */
export * from './tables/alarms.ts'
export * from './tables/customers.ts'
export * from './tables/farms.ts'
export * from './tables/histories.ts'
export * from './tables/house-groups.ts'
export * from './tables/jobs.ts'
export * from './tables/offices.ts'
export * from './tables/preferences.ts'
