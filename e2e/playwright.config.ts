import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGS, ensureChromium } from '../tools/chromium.ts'

/** No page lives long enough to earn back what it costs to compile its program a second and a third time. */
const JAVASCRIPT = '--js-flags=--no-maglev --no-turbofan'
const SCREEN_BY_SCREEN = ['every-screen.spec.ts', 'built-in-roles.spec.ts']

/** Stories in a real browser against the real server, which each worker starts for itself. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './set-up.ts',
  outputDir: '../test-results/e2e',
  fullyParallel: false,
  // A browser and a server each: with a third on two cores every story only waited longer, and the whole as well.
  workers: 2,
  projects: [
    { name: 'stories', testIgnore: SCREEN_BY_SCREEN },
    { name: 'screens', testMatch: SCREEN_BY_SCREEN },
  ],
  // A story that needs it is listed as flaky at the end of `npm test`, where somebody has to understand it.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  // Whether something happens at all: machine and disk may be busy with others. What must be quick says so itself.
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
    // Without motion no click meets a dialog on its way; one story of the shell has it on.
    reducedMotion: 'reduce',
    // Not at the first try: noting it takes a tenth of a story's time.
    trace: { mode: 'on-first-retry', screenshots: false },
    screenshot: 'only-on-failure',
  },
})
