import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { Language } from '#shared/text.ts'
import { checkWiring } from './check.ts'
import { loadSetup, type Setup } from './config.ts'
import { DocumentError } from './documents.ts'
import { makeGateway } from './gateway.ts'

const USAGE = `gateway: reads controllers and sensors over Modbus, and speaks Sparkplug B for them
  --config <file>   what is connected and where to report (YAML; docs/gateway.md)
  --check           asks every device once, says what is wrong with wiring, ids and speed, and ends
  --language <zh|en>  of what the check says (default: as the system's)`

/** ms within which deaths must be out */
const FAREWELL = 5_000

function fail(message: string): never {
  console.error(message)
  process.exit(2)
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        config: { type: 'string' },
        check: { type: 'boolean', default: false },
        language: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    fail(`${(error as Error).message}\n${USAGE}`)
  }
}

function languageOf(named: string | undefined): Language {
  const said = named ?? process.env.LC_ALL ?? process.env.LANG ?? ''
  return said.startsWith('zh') ? 'zh-CN' : 'en-US'
}

async function load(path: string): Promise<Setup> {
  return loadSetup(path).catch(error => {
    fail(error instanceof DocumentError || error.code === 'ENOENT' ? error.message : String(error.stack))
  })
}

function run(setup: Setup): void {
  const gateway = makeGateway(setup, text => console.log(`gateway: ${text}`))
  let isEnding = false
  const end = async () => {
    if (isEnding) return
    isEnding = true
    setTimeout(() => process.exit(1), FAREWELL).unref()
    await gateway.stop()
    process.exit(0)
  }
  process.on('SIGTERM', () => void end())
  process.on('SIGINT', () => void end())
  // A parent that wants to know whether it is gone, as in tests.
  if (process.send) process.on('disconnect', () => void end())
  gateway.start()
}

const options = readOptions()
const language = languageOf(options.language)
z.config(language === 'zh-CN' ? z.locales.zhCN() : z.locales.en())
if (options.help) console.log(USAGE)
else if (!options.config) fail(USAGE)
else {
  const setup = await load(options.config)
  if (options.check) process.exitCode = (await checkWiring(setup, language, console.log)) ? 0 : 1
  else run(setup)
}
