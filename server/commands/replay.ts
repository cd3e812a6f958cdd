import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { drizzle } from 'drizzle-orm/node-postgres'
import { houseTypes } from '#shared/signals.ts'
import { playReports } from '../farm/alarms/replay/play-reports.ts'
import { figuresOf, type PlayedHouse } from '../farm/alarms/replay/replay-figures.ts'
import { textOfReplay } from '../farm/alarms/replay/replay-text.ts'
import { playStored, storedHouses, storedRules } from '../farm/alarms/replay/stored-houses.ts'
import { farmRulesOf } from '../farm/foreign-readings/about.ts'
import { readFolder, type Said, saidOf } from '../farm/foreign-readings/read-folder.ts'
import type { Config } from '../platform/config.ts'
import { asOwner, withDatabase } from '../platform/database/connect.ts'
import { placeOf } from '../platform/database/embedded/place.ts'
import { StartError } from '../platform/start-error.ts'
import { command } from './command.ts'

const USAGE = `npm run replay -- <folder>: what our alarm rules would have rung for in foreign readings
npm run replay -- --stored: the same over the readings of this installation, which are only read
  --type <type>      ${houseTypes.join(', ')} (default broiler)
  --placed <date>    when the birds were placed, such as 2026-11-01
  --birds <n>        how many
  --zone <zone>      of times without offset, and of nights, such as Asia/Shanghai
  --dates <order>    dmy or mdy, where the dates themselves do not tell
  --decimal <mark>   . or , where the numbers themselves do not tell
  --encoding <name>  of files that are not UTF-8, such as gb18030
  --skip-unknown     leaves out columns and sensors that nobody knows
  --days <n>         with --stored: the last so many days (default 21)
  --house <name>     with --stored: only this house
  --json             the figures for machines
  --help             this list
The folder holds csv, tsv or txt files, also as gz: one column a metric, or one reading a row. A column "house" tells
houses apart, else folders in the folder do. house.json beside them says what readings do not: see docs/operations.md.`

const DAY_MS = 86_400_000
const MOST_DAYS = 400

/** The command line's options. Throws StartError with the list of them. */
function optionsOf(args: string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const options = {
    type: text,
    placed: text,
    birds: text,
    zone: text,
    dates: text,
    decimal: text,
    encoding: text,
    'skip-unknown': flag,
    stored: flag,
    days: text,
    house: text,
    json: flag,
    help: flag,
  } as const
  try {
    return parseArgs({ options, args, allowPositionals: true })
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${USAGE}`)
  }
}
type Options = ReturnType<typeof optionsOf>['values']

interface Played {
  houses: PlayedHouse[]
  notes: string[]
}

const foreign = ({ type, placed, birds, zone, dates, decimal, encoding, ...flags }: Options): Said => ({
  ...saidOf({ type, placedOn: placed, birds, timeZone: zone, dates, decimal, encoding }),
  skipsUnknown: flags['skip-unknown'],
})

function playFolder(folder: string, said: Said): Played {
  const { about, houses, notes } = readFolder(folder, said)
  const rules = farmRulesOf(about)
  const silentAfterMs = about.silentAfterMinutes && about.silentAfterMinutes * 60_000
  return { houses: houses.map(house => playReports(house, rules, silentAfterMs)), notes }
}

async function playInstallation(config: Config, { days: told = '21', house }: Options): Promise<Played> {
  const days = Number(told)
  if (!Number.isInteger(days) || days < 1 || days > MOST_DAYS)
    throw new StartError(`--days must be a whole number from 1 to ${MOST_DAYS}`)
  if (!config.databaseUrl && !existsSync(placeOf(config.dataDir).cluster))
    throw new StartError(`There is no installation in ${config.dataDir}`)
  const until = Date.now()
  return withDatabase(config, urls =>
    asOwner(urls, async owner => {
      await owner.query('set transaction read only')
      const db = drizzle({ client: owner })
      const known = await storedHouses(db, house)
      if (known.length === 0)
        throw new StartError(house === undefined ? 'There are no houses' : `There is no house ${house}`)
      const rules = await storedRules(db)
      const played: Played = { houses: [], notes: [] }
      for (const each of known) {
        const done = await playStored(db, each, rules, [until - days * DAY_MS, until])
        if (done) played.houses.push(done)
        else played.notes.push(`House ${each.name}: nothing reported in these ${days} days`)
      }
      if (played.houses.length === 0)
        throw new StartError(`No house reported anything in the last ${days} days`)
      return played
    }),
  )
}

/** npm run replay: plays readings through the alarm rules and prints what people would have been told. */
await command(async config => {
  const { values, positionals } = optionsOf(process.argv.slice(2))
  if (values.help) return console.log(USAGE)
  const [folder, ...more] = positionals
  if (more.length > 0 || (folder === undefined) !== values.stored)
    throw new StartError(`Name one folder, or say --stored\n${USAGE}`)
  const { houses, notes } =
    folder === undefined ? await playInstallation(config, values) : playFolder(folder, foreign(values))
  const figures = figuresOf(houses)
  if (values.json) return console.log(JSON.stringify({ notes, ...figures }, null, 2))
  console.log([...notes, '', textOfReplay(figures)].join('\n'))
})
