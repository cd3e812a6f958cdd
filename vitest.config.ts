import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import nodeOptions from './server/node-options.json' with { type: 'json' }
import { CHROMIUM_ARGS, findChromium } from './tools/chromium.ts'
import { contractsWithoutSchemas } from './tools/contracts-without-schemas.ts'
import { LongestFirst } from './tools/longest-first.ts'

const executablePath = findChromium()

/** Whether something happens at all: machine and disk may be busy with others. What must be quick says so itself. ms */
const PATIENT = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
}

/**
 * `unit` is pure and takes milliseconds; `server` brings its own PostgreSQL; `gateway` joins real Modbus devices to a real
 * server; `durability` kills a real server. `web` draws
 * components in a real browser. Files of the first two share a process, and with it the loaded program: none may keep
 * anything in a module that another could meet.
 */
export default defineConfig({
  test: {
    // More than cores: most files wait for something most of the time, and none knows of another.
    maxWorkers: Math.max(3, availableParallelism()),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false,
          ...PATIENT,
          include: [
            'shared/**/*.test.ts',
            'simulator/**/*.test.ts',
            'gateway/**/*.test.ts',
            'tools/**/*.test.ts',
            'web/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          exclude: ['gateway/peers/**'],
        },
      },
      {
        test: {
          name: 'server',
          isolate: false,
          // As the server itself runs: a tenth of the processor went into young objects that were copied twice.
          execArgv: nodeOptions.flags,
          ...PATIENT,
          include: ['server/**/*.test.ts'],
          exclude: ['server/**/durability.test.ts'],
          globalSetup: ['server/testing/postgres.setup.ts'],
        },
      },
      {
        test: {
          name: 'gateway',
          ...PATIENT,
          include: ['gateway/peers/**/*.test.ts'],
          globalSetup: ['server/testing/postgres.setup.ts'],
          // Each runs gateways, devices and a broker of its own.
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'durability',
          ...PATIENT,
          include: ['server/**/durability.test.ts'],
          // Each saturates the machine and its disk: two at once would wait for each other.
          fileParallelism: false,
        },
      },
      {
        plugins: [contractsWithoutSchemas, react()],
        // Under `test` antd gives everything the same id, and takes what is open for one another.
        define: { 'process.env.NODE_ENV': '"development"' },
        test: {
          name: 'web',
          ...PATIENT,
          include: ['web/**/*.test.tsx'],
          setupFiles: ['web/testing/new-device.setup.ts'],
          // As stories: whoever needs it is listed at the end of `npm test`.
          retry: 1,
          // One page has the focus at a time.
          fileParallelism: false,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              // What is not found to be clicked is named, long before the test as a whole gives up.
              actionTimeout: 20_000,
              launchOptions: { ...(executablePath && { executablePath }), args: [...CHROMIUM_ARGS] },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
