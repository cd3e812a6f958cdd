import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { expect } from '@playwright/test'
import pg from 'pg'
import { readMark } from '../server/platform/database/marks.ts'
import { type RealServer, startRealServer } from '../server/testing/real-server.ts'
import { ensureBuilt } from '../tools/web-build.mjs'

/** However busy the machine. ms */
const PAST_MS = 300_000

/**
 * Once for all stories: builds the app as shipped from the present sources, and makes in an empty folder a demonstration with
 * its past, of which each worker's server starts with a copy. Telling that past takes longer than many stories.
 */
export async function makeDemonstration(folder: string): Promise<void> {
  ensureBuilt()
  // A week and a day: every period a story looks at is complete.
  const server = await startRealServer({ DEMO: 'on', DEMO_DAYS: '8' })
  try {
    await hearPast(server)
    await server.stop()
    // With file owners, and with the database itself if there is only a link to it.
    execFileSync('cp', ['-RLp', `${server.dataDir}/.`, folder])
  } finally {
    await server.remove()
  }
}

/** Waits until the simulator has delivered it. */
async function hearPast({ superuserUrl }: RealServer): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    await expect(async () => expect(await readMark(client, 'history')).toBeDefined()).toPass({
      timeout: PAST_MS,
    })
  } finally {
    await client.end()
  }
}

/** `node e2e/demonstration.ts <folder>`: for several runs of stories. */
if (import.meta.main) {
  const [, , folder = ''] = process.argv
  mkdirSync(folder, { recursive: true })
  await makeDemonstration(folder)
}
