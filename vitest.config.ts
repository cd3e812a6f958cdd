import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { CHROMIUM_ARGS, findChromium } from './tools/chromium.ts'
import { contractsWithoutSchemas } from './vite.config.ts'

const executablePath = findChromium()

/** `unit` is pure and takes milliseconds; `server` brings its own PostgreSQL; `durability` kills a real server. `web` draws components in a real browser. */
export default defineConfig({
  test: {
    // More than cores: most files wait for something most of the time, and none knows of another.
    maxWorkers: Math.max(3, availableParallelism()),
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
          exclude: ['server/**/durability.test.ts'],
          globalSetup: ['server/testing/postgres.setup.ts'],
        },
      },
      {
        test: {
          name: 'durability',
          include: ['server/**/durability.test.ts'],
          // Each saturates the machine and its disk: two at once would wait for each other.
          fileParallelism: false,
        },
      },
      {
        plugins: [contractsWithoutSchemas, react()],
        test: {
          name: 'web',
          include: ['web/**/*.test.tsx'],
          // One page has the focus at a time.
          fileParallelism: false,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { ...(executablePath && { executablePath }), args: [...CHROMIUM_ARGS] },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
