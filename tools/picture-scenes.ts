import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Page } from 'playwright'
import type { RealServer } from '#server/testing/real-server.ts'
import nodeOptions from '../server/node-options.json' with { type: 'json' }

/** A moment that no screen shows when it is just opened. Both are played by the simulated farm, as they would be by a real one. */
export interface Scene {
  /** File name without its ending. */
  name: string
  look: 'dark' | '390'
  /** Where it begins; the farmer is signed in. */
  path: (houseId: string) => string
  /** Makes it happen; the picture is taken when it returns. */
  play: (page: Page, server: RealServer) => Promise<void>
  /** Leaves the farm as it was. */
  end?: (server: RealServer) => Promise<void>
}

/** Readings come every ten seconds, and the rule wants to be sure. ms */
const ALARM_MS = 120_000
const SYNCED_MS = 60_000
/** The second house of the farmer. */
const CONTROLLER = 'EC-BV-02'

export const scenes: readonly Scene[] = [
  {
    name: 'power-failure-390',
    look: '390',
    path: () => '/house-alarm',
    async play(page, server) {
      await simulate(server, '--fault', 'power', '--house', CONTROLLER)
      await page.locator('.alarm-focus', { hasText: 'Power failure' }).waitFor({ timeout: ALARM_MS })
    },
    end: server => simulate(server, '--fault', 'power', '--house', CONTROLLER, '--end'),
  },
  {
    name: 'setting-read-back-dark',
    look: 'dark',
    path: houseId => `/deviceSetting/targetParameter?houseId=${houseId}`,
    async play(page) {
      await page.getByRole('textbox', { name: 'Target offset' }).fill('0.5')
      await page.getByRole('button', { name: 'Review and send' }).click()
      const sending = page.getByRole('dialog')
      await sending.getByRole('button', { name: 'until 06:00' }).click()
      await sending.getByRole('button', { name: 'Send 1 change' }).click()
      await sending.getByRole('status').filter({ hasText: 'Synced' }).waitFor({ timeout: SYNCED_MS })
    },
  },
]

async function simulate(server: RealServer, ...words: string[]): Promise<void> {
  const run = spawn(process.execPath, [...nodeOptions.flags, 'server/commands/simulate.ts', ...words], {
    env: { ...server.env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(run, 'close')
  if (code !== 0) throw new Error(`simulate ${words.join(' ')} ended with ${code}`)
}
