import { parseArgs } from 'node:util'
import type { HeldBack } from '#shared/contracts/silence.ts'
import type { Config } from '../platform/config.ts'
import { withDatabase } from '../platform/database/connect.ts'
import { placeOf } from '../platform/database/embedded/place.ts'
import { prepareDatabase } from '../platform/database/prepare.ts'
import { openStore, type Store, SYSTEM } from '../platform/database/store.ts'
import { beginSilence, endSilence, heedSign, silenceOf } from '../platform/silence.ts'
import { StartError } from '../platform/start-error.ts'
import { command } from './command.ts'

const USAGE = `npm run take-over -- [options]: says whether this installation is silent because it was restored
  --yes        it is the real one: mails, pushes, calls and webhooks go out again
  --silence    it is a copy: nothing goes out, and what waits is held back for good
  --help       this list`

function optionsOf(args: string[]) {
  try {
    const options = {
      yes: { type: 'boolean', default: false },
      silence: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    } as const
    return parseArgs({ options, args }).values
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${USAGE}`)
  }
}

/** Lends the database as the server sees it, silenced if it was restored and never started since. */
const withStore = (config: Config, work: (store: Store) => Promise<void>) =>
  withDatabase(config, async urls => {
    await prepareDatabase(urls, config.appSecret, async () => {})
    const store = openStore(urls)
    try {
      if (!config.databaseUrl) await heedSign(store, placeOf(config.dataDir).cluster)
      await work(store)
    } finally {
      await store.close()
    }
  })

const saidOf = ({ mails, pushes, calls, webhooks, messages }: HeldBack): string =>
  `${mails} mails, ${pushes} pushes, ${calls} calls, ${webhooks} webhook messages, and ${messages} messages that were still to become one`

/** npm run take-over: tells a restored installation that it is the real one, or a copy that it is none. */
await command(async config => {
  const { yes, silence, help } = optionsOf(process.argv.slice(2))
  if (help) return console.log(USAGE)
  if (yes && silence) throw new StartError(`Say one of --yes and --silence\n${USAGE}`)
  await withStore(config, async store => {
    if (silence) await store.transaction(SYSTEM, db => beginSilence(db, null))
    const standing = await silenceOf(store.scoped(SYSTEM))
    if (!standing) return console.log('This installation is not silent: messages go out.')
    const { beganAt, backup, heldBack } = standing
    if (!yes) {
      console.log(`Silent since ${beganAt.toISOString()}${backup ? `, restored from ${backup}` : ''}.`)
      console.log(`Held back then: ${saidOf(heldBack)}.`)
      return console.log(
        'Is the original off, and do gateways and browsers come here? Then: npm run take-over -- --yes',
      )
    }
    const since = await store.transaction(SYSTEM, db => endSilence(db, 'npm run take-over'))
    console.log('Messages go out again. Alarms that stand are told now.')
    if (since) console.log(`Held back for good: ${saidOf(since)}.`)
  })
})
