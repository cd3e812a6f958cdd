import { parseArgs } from 'node:util'
import { DocumentError } from '#shared/register-maps/documents.ts'
import type { Language } from '#shared/text.ts'
import { checkWiring } from './check.ts'
import { loadSetup, loadWiring, readPlace, type Setup } from './config.ts'
import { credentialIn } from './credential.ts'
import { lockFolder } from './folder-lock.ts'
import { makeGateway } from './gateway.ts'
import { codeOf, PairingError, type PairingOptions, pair, Unreachable } from './pair.ts'
import { tellWatchdog } from './watchdog.ts'
import { speaker } from './words.ts'

const USAGE = `gateway: reads controllers and sensors over Modbus, and speaks Sparkplug B for them
  --config <file>   what is connected (YAML; docs/gateway.md), by default farm.yaml
  --pair <code>     gets this gateway's credential by the code from its page, or by the line of its QR code, and ends
  --server <url>    with --pair: the server, https://…
  --ca <file>       with --pair: PEM of the authority that signed the server's certificate, if it is not a public one
  --check           asks every device once, says what is wrong with wiring, ids and speed, and ends
  --language <zh|en>  of what is said here (default: as the system's)`

/** ms within which deaths must be out */
const FAREWELL = 5_000

/** Ends with 2 what would fail again in the same way, with 1 what may go better the next time. */
function fail(message: string, code = 2): never {
  console.error(message)
  process.exit(code)
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        config: { type: 'string' },
        pair: { type: 'string' },
        server: { type: 'string' },
        ca: { type: 'string' },
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

function refuse(error: NodeJS.ErrnoException): never {
  if (error instanceof DocumentError) fail(error.in(language))
  fail(error.code === 'ENOENT' ? error.message : String(error.stack))
}

function run(setup: Setup): void {
  const say = (text: string) => console.log(`gateway: ${text}`)
  // Before what an outage left is read: on a small computer that takes longer than a watchdog waits.
  const isAtWork = tellWatchdog(say)
  const gateway = makeGateway(setup, say, isAtWork)
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
const speak = speaker(language)
if (options.help) {
  console.log(USAGE)
  process.exit(0)
}
const config = options.config ?? 'farm.yaml'
const { folder, pair: asked, hasServer, controllers } = await readPlace(config).catch(refuse)
if (!lockFolder(folder)) fail(speak('folderTaken', { folder }))
if (options.check) {
  const wiring = await loadWiring(config).catch(refuse)
  process.exitCode = (await checkWiring(wiring, language, console.log)) ? 0 : 1
} else if (options.pair !== undefined) {
  if (hasServer) fail(speak('pairNeedless', { file: config }))
  await pairAndSay({ code: options.pair, server: options.server, ca: options.ca })
} else {
  const known = credentialIn(folder, console.error).value?.code
  if (asked && known !== codeOf(asked.code)) await pairAndSay({ server: undefined, ...asked })
  run(await loadSetup(config).catch(refuse))
}

/** Pairs the gateway, and says who it is now. */
async function pairAndSay(asked: Pick<PairingOptions, 'code' | 'server' | 'ca'>): Promise<void> {
  const paired = await pair({ ...asked, folder, language, speak, say: console.error }).catch(
    (error: Error) => {
      fail(
        error instanceof PairingError ? error.message : String(error.stack),
        error instanceof Unreachable ? 1 : 2,
      )
    },
  )
  console.log(speak('paired', { gateway: paired.gateway, url: paired.mqttUrl, folder }))
  const registered = paired.controllers.map(({ code }) => code)
  console.log(
    registered.length > 0 ? speak('pairedWith', { codes: registered.join(', ') }) : speak('pairedNone'),
  )
  const unknown = controllers.filter(code => !registered.includes(code))
  if (unknown.length > 0) console.log(speak('pairedUnknown', { codes: unknown.join(', ') }))
}
