import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { HouseType } from '#shared/signals.ts'
import type { MetricValue } from '#shared/sparkplug/types.ts'
import { StartError } from '../../platform/start-error.ts'
import { type About, type AboutHouse, aboutOf } from './about.ts'
import { type RealFault, readFaults } from './faults-file.ts'
import { type Reading, readReadings } from './read-file.ts'
import { textOf } from './table.ts'

/** A house with its readings, oldest first. */
export interface ForeignHouse {
  name: string
  type: HouseType
  placedOn: string | null
  hatchedOn: string | null
  timeZone: string
  /** Times in ms since 1970. */
  reports: { at: number; values: Map<string, MetricValue> }[]
  /** What really broke, if anybody wrote it down. */
  faults: RealFault[]
}

export interface ForeignFolder {
  about: About
  houses: ForeignHouse[]
  /** How each file was understood, and what was taken for granted. */
  notes: string[]
}

/** What the command line says; it holds before `house.json`. */
export type Said = Partial<About> & { skipsUnknown?: boolean }

/** Checks what the command line says of the houses; what is undefined it does not say. */
export function saidOf(told: Readonly<Record<string, string | undefined>>): Partial<About> {
  const said = Object.entries(told).flatMap(([name, value]) => {
    if (value === undefined) return []
    return [[name, name === 'birds' ? Number(value) : value] as const]
  })
  const checked = aboutOf('Options', Object.fromEntries(said))
  return Object.fromEntries(said.map(([name]) => [name, checked[name as keyof About]]))
}

const FAULTS = /^faults\.(csv|tsv|txt)$/i
const READABLE = /\.(csv|tsv|txt)(\.gz)?$/i
const BIRDS = 'Bird/Count'
const AGE = 'Bird/DayAge'

/** Reads a folder of foreign readings. Throws StartError with a sentence for each file that cannot be read. */
export function readFolder(folder: string, { skipsUnknown = false, ...said }: Said = {}): ForeignFolder {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new StartError(`There is no folder ${folder}`)
  const root = resolve(folder)
  const aboutPath = join(root, 'house.json')
  const about = { ...readAbout(aboutPath), ...said }
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(name => READABLE.test(name) && !FAULTS.test(basename(name)))
    .sort()
  if (files.length === 0)
    throw new StartError(`${folder}: there is no file of readings (csv, tsv, txt, also gz)`)
  const timeZoneOf = (house: string | null) => about.houses[house ?? '']?.timeZone ?? about.timeZone ?? null
  const notes: string[] = []
  const read = each(files, name => {
    const parts = name.split('/')
    const house = parts.length > 1 ? (parts[0] as string) : basename(root)
    const { readings, understood } = readReadings(name, readText(root, name, about.encoding), {
      about,
      house,
      skipsUnknown,
      timeZoneOf,
    })
    notes.push(`${name}: ${understood}`)
    return readings
  })
  const faultFile = readdirSync(root).find(name => FAULTS.test(name))
  const faults = faultFile
    ? readFaults(faultFile, readText(root, faultFile, about.encoding), {
        ...(about.dates && { order: about.dates }),
        timeZoneOf,
      })
    : []
  const byHouse = Map.groupBy(read.flat(), ({ house }) => house)
  const lost = faults.find(({ house }) => !byHouse.has(house))
  if (lost) throw new StartError(`${faultFile}: there are no readings of house ${lost.house}`)
  const houses = each([...byHouse.keys()].sort(), name =>
    houseOf(
      name,
      byHouse.get(name) ?? [],
      about,
      notes,
      faults.filter(({ house }) => house === name),
    ),
  )
  return { about, houses, notes }
}

/** Does something with each and throws all refusals together. */
function each<T, R>(all: readonly T[], work: (one: T) => R): R[] {
  const refusals: string[] = []
  const done = all.flatMap(one => {
    try {
      return [work(one)]
    } catch (error) {
      if (!(error instanceof StartError)) throw error
      refusals.push(error.message)
      return []
    }
  })
  if (refusals.length > 0) throw new StartError(refusals.join('\n'))
  return done
}

function readAbout(path: string): About {
  if (!existsSync(path)) return aboutOf('house.json', {})
  try {
    return aboutOf('house.json', JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    if (error instanceof SyntaxError) throw new StartError(`house.json is no JSON: ${error.message}`)
    throw error
  }
}

function readText(root: string, name: string, encoding: string | undefined): string {
  const bytes = readFileSync(join(root, name))
  return textOf(
    relative(root, join(root, name)),
    name.endsWith('.gz') ? unpacked(name, bytes) : bytes,
    encoding,
  )
}

function unpacked(name: string, bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes)
  } catch {
    throw new StartError(`${name} cannot be unpacked`)
  }
}

function houseOf(
  name: string,
  readings: readonly Reading[],
  about: About,
  notes: string[],
  faults: RealFault[],
): ForeignHouse {
  const own: AboutHouse = about.houses[name] ?? {}
  const metrics = new Set(readings.map(({ metric }) => metric))
  const placedOn = own.placedOn !== undefined ? own.placedOn : about.placedOn
  const birds = own.birds ?? about.birds
  if (placedOn === undefined && !(metrics.has(AGE) && (metrics.has(BIRDS) || birds)))
    throw new StartError(
      `House ${name} has no flock: say when its birds were placed (--placed 2026-11-01, or placedOn in house.json; null there for an empty house)`,
    )
  const type = own.type ?? about.type
  if (!type) notes.push(`House ${name}: taken for a broiler house; --type says otherwise`)
  const timeZone = own.timeZone ?? about.timeZone
  if (!timeZone)
    throw new StartError(`House ${name} has no time zone, so its nights are not known: say --zone`)
  if (!birds && !metrics.has(BIRDS))
    notes.push(
      `House ${name}: how many birds it has is not known, so feed and spilled water are not judged (--birds)`,
    )
  const reports = reportsOf(readings)
  const [first] = reports
  if (first && birds && !first.values.has(BIRDS)) first.values.set(BIRDS, birds)
  const { hatchedOn = about.hatchedOn ?? null } = own
  return { name, type: type ?? 'broiler', placedOn: placedOn ?? null, hatchedOn, timeZone, reports, faults }
}

/** Readings of the same moment are one report. */
function reportsOf(readings: readonly Reading[]): ForeignHouse['reports'] {
  const byTime = new Map<number, Map<string, MetricValue>>()
  for (const { at, metric, value } of readings) {
    const values = byTime.get(at) ?? new Map<string, MetricValue>()
    byTime.set(at, values.set(metric, value))
  }
  return [...byTime].map(([at, values]) => ({ at, values })).sort((a, b) => a.at - b.at)
}
