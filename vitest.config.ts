import { defineConfig } from 'vitest/config'

/** `unit` is pure and takes milliseconds; `server` brings its own PostgreSQL; `durability` kills a real server. Browser components join with the web app. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'shared/**/*.test.ts',
            'simulator/**/*.test.ts',
            'tools/**/*.test.ts',
            'web/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: ['server/durability.test.ts'],
          globalSetup: ['server/testing/postgres.setup.ts'],
        },
      },
      {
        test: {
          name: 'durability',
          include: ['server/durability.test.ts'],
        },
      },
    ],
  },
})
