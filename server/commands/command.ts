import { type Config, loadConfig } from '../platform/config.ts'
import { StartError } from '../platform/start-error.ts'

/** Runs an operator's command with the server's configuration; refusals are printed as one sentence. */
export async function command(run: (config: Config) => Promise<void>): Promise<void> {
  try {
    await run(loadConfig(process.env))
  } catch (error) {
    if (error instanceof StartError) console.error(error.message)
    else console.error(error)
    process.exitCode = 1
  }
}
