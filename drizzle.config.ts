import { defineConfig } from 'drizzle-kit'

/**
 * Only used to print the SQL of a table change (`npx drizzle-kit generate`), which is then put under
 * server/database/migrations by hand: the server has its own runner. Telemetry tables are written in SQL there.
 */
export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './server/database/tables/offices.ts',
    './server/database/tables/farms.ts',
    './server/database/tables/house-groups.ts',
    './server/database/tables/consents.ts',
    './server/database/tables/histories.ts',
    './server/database/tables/alarms.ts',
    './server/database/tables/preferences.ts',
    './server/database/tables/jobs.ts',
  ],
  out: './server/database/migrations/draft',
})
