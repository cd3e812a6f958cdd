import { readdirSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGS, ensureChromium } from '../tools/chromium.ts'

/** No page lives long enough to repay compiling its program a second and third time. */
const JAVASCRIPT = '--js-flags=--no-maglev --no-turbofan'
const SCREEN_BY_SCREEN = [
  'every-screen.spec.ts',
  'claims.spec.ts',
  'built-in-roles.spec.ts',
  'one-session.spec.ts',
]
/** Stories that wait most of their time: for a cut to end, a restart, a reminder that is due, an alarm that is late. */
const WAITING = [
  'connection.spec.ts',
  'offline-records.spec.ts',
  'overhaul.spec.ts',
  'planted-faults.spec.ts',
  'push.spec.ts',
  'silent-house.spec.ts',
  'wall.spec.ts',
  'webhooks.spec.ts',
]

/** `STORIES_TURN`, 0 or 1: only every second file of stories is told, beginning with the first or the second of them. */
const turn = process.env.STORIES_TURN
const notTheirTurn = readdirSync(import.meta.dirname)
  .filter(name => name.endsWith('.spec.ts') && !SCREEN_BY_SCREEN.includes(name) && !WAITING.includes(name))
  .sort()
  .filter((_, n) => turn !== undefined && String(n % 2) !== turn)

/**
 * For a farm's people the app's files are kept for times without network: a third of a first visit's work. Stories about such
 * times, and a session through all screens, have them kept.
 */
const ONLINE = { serviceWorkers: 'block' } as const

/** Stories in a real browser against the real server, which each worker starts for itself. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './set-up.ts',
  outputDir: '../test-results/e2e',
  fullyParallel: false,
  // Each has a browser and a server, and two of them keep two cores busy.
  workers: 2,
  projects: [
    { name: 'waiting', testMatch: WAITING, workers: 1 },
    {
      name: 'stories',
      testIgnore: [...SCREEN_BY_SCREEN, ...WAITING, ...notTheirTurn],
      workers: 2,
      use: ONLINE,
    },
    { name: 'screens', testMatch: SCREEN_BY_SCREEN, workers: 2, use: ONLINE },
  ],
  // Stories that needed it are listed as flaky at the end of `npm test`, so that somebody finds out why.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  // Whether something happens at all: machine and disk may be busy. Stories check speed where it matters.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    browserName: 'chromium',
    actionTimeout: 30_000,
    launchOptions: { executablePath: ensureChromium(), args: [...CHROMIUM_ARGS, JAVASCRIPT] },
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Asia/Shanghai',
    // Without motion no click hits a moving dialog; one story of the shell turns it on.
    reducedMotion: 'reduce',
    // Not at the first try: recording takes a tenth of a story's time.
    trace: { mode: 'on-first-retry', screenshots: false },
    screenshot: 'only-on-failure',
  },
})
