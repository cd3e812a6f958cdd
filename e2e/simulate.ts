import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import nodeOptions from '../server/node-options.json' with { type: 'json' }
import type { Farm } from './farm.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Runs `npm run simulate -- …` beside the running server; answers its output. */
export async function simulate({ server }: Farm, ...words: string[]): Promise<string> {
  const run = spawn(process.execPath, [...nodeOptions.flags, 'server/commands/simulate.ts', ...words], {
    cwd: ROOT,
    env: { ...server.env },
  })
  let said = ''
  for (const stream of [run.stdout, run.stderr])
    stream.on('data', part => {
      said += part
    })
  await once(run, 'close')
  return said
}
