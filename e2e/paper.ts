import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'

/** A paper is made by a job, which waits for its turn. ms */
const JOB_MS = 60_000

/** What a text reader finds in the paper that somebody asks for. */
export async function printed(page: Page, ask: () => Promise<void>): Promise<string> {
  const downloaded = page.waitForEvent('download', { timeout: JOB_MS })
  await ask()
  const bytes = await readFile(await (await downloaded).path())
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
  return text.replaceAll(/\s+/g, ' ')
}
