import { defineConfig } from 'drizzle-kit'

/**
 * Only used to print the SQL of a table change (`npx drizzle-kit generate`), which is then put under
 * server/platform/database/migrations by hand: the server has its own runner. Telemetry tables are written in SQL there.
 */
export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './server/platform/database/tables/offices.ts',
    './server/platform/database/tables/farms.ts',
    './server/platform/database/tables/house-groups.ts',
    './server/platform/database/tables/consents.ts',
    './server/platform/database/tables/histories.ts',
    './server/platform/database/tables/alarms.ts',
    './server/platform/database/tables/preferences.ts',
    './server/platform/database/tables/jobs.ts',
  ],
  out: './server/database/migrations/draft',
})
