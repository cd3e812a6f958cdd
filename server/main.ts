import { banner } from './demo/banner.ts'
import { listed } from './demo/seed/demo.ts'
import { loadConfig } from './platform/config.ts'
import { createLog } from './platform/log.ts'
import { StartError } from './platform/start-error.ts'
import { type Server, startServer } from './start-server.ts'

/** A stop that takes longer is cut short; nothing acknowledged depends on it. */
const STOP_MS = 10_000

const aborted = new AbortController()
let server: Server | undefined
let stopping = false

async function stop(why: string, code = 0): Promise<void> {
  if (stopping) {
    console.error('Stopped at once.')
    process.exit(1)
  }
  stopping = true
  console.error(`\nStopping (${why}) …`)
  setTimeout(() => process.exit(1), STOP_MS).unref()
  aborted.abort()
  if (!server) return
  await server.stop()
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(signal))
// Started by npm start or a test: when that process dies for any reason, so do we.
if (process.channel)
  process.on('disconnect', () => {
    if (!stopping) void stop('the process that started it is gone')
  })
// A closed terminal or pipe is no reason to end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
// A bug of ours: the state cannot be trusted any more, but what runs is stopped in order.
process.on('uncaughtException', error => {
  console.error(error)
  if (!stopping) void stop('an error that nobody expected', 1)
})

try {
  const config = loadConfig(process.env)
  server = await startServer(config, createLog(config), aborted.signal)
  const { url, mqttUrl } = server
  console.log(
    banner({
      url,
      host: config.host,
      isEncrypted: config.tls !== undefined,
      mqttUrl,
      group: config.group,
      accounts: config.demo ? listed(config.appSecret) : null,
    }),
  )
  process.send?.({ ready: { url, mqttUrl } })
  if (stopping) await server.stop().then(() => process.exit(0))
} catch (error) {
  if (stopping) process.exit(0)
  if (error instanceof StartError)
    for (const line of error.message.split('\n')) console.error(`Cannot start: ${line}`)
  else console.error('Cannot start:', error)
  process.exit(1)
}
