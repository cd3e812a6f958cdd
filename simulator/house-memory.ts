import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { type CommandDesk, DeskMemory } from './commands.ts'
import type { House } from './house-parts.ts'

const pair = z.tuple([z.number(), z.number()])

/** What a house must remember when the process ends: its air, birds, meters, stocks and settings. */
export const HouseMemory = z.object({
  /** ms of the house's own time */
  at: z.number(),
  placedOn: z.string(),
  ageOffset: z.number(),
  air: z.object({
    temperature: z.number(),
    mass: z.number(),
    humidityRatio: z.number(),
    co2: z.number(),
    nh3: z.number(),
    condensationHeat: z.number(),
  }),
  controller: z.object({
    level: z.number(),
    applied: z.number(),
    average: z.number(),
    sideInlet: z.number(),
    tunnelDoor: z.number(),
    compensation: z.number(),
  }),
  flock: z.object({
    alive: z.number(),
    thrift: z.number(),
    uniformity: z.number(),
    /** absent in memories of before */
    deadToday: z.number().optional(),
    dueToday: z.number().optional(),
  }),
  stores: z.object({
    waterTotal: z.number(),
    waterToday: z.number(),
    padWaterToday: z.number(),
    feedToday: z.number(),
    eggsToday: z.number(),
    energyTotal: z.number(),
    silos: pair,
    pans: z.number(),
    delivery: pair,
  }),
  settings: z.record(z.string(), z.union([z.number(), z.boolean(), z.string()])),
  version: z.number(),
  /** absent in memories of before */
  desk: DeskMemory.optional(),
})
export type HouseMemory = z.infer<typeof HouseMemory>

/** Memories by gateway code and controller code. */
const Memories = z.record(z.string(), HouseMemory)
export type Memories = Map<string, HouseMemory>

/** What to keep of a house. */
export function memoryOf(house: House, desk?: CommandDesk): HouseMemory {
  const { air, controller, flock, stores, settings } = house
  // z.object drops everything else
  return HouseMemory.parse({
    at: house.at,
    placedOn: house.spec.placedOn,
    ageOffset: house.ageOffset,
    air,
    controller,
    flock,
    stores,
    settings: Object.fromEntries(settings.own()),
    version: Number(settings.version()),
    desk: desk?.memory(),
  })
}

/** Reads the memories of a fleet; none if the file is missing or unusable, which is reported to `log`. */
export async function loadMemories(path: string, log: (text: string) => void): Promise<Memories> {
  try {
    return new Map(Object.entries(Memories.parse(JSON.parse(await readFile(path, 'utf8')))))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') log(`${path} is of no use: the houses start anew`)
    return new Map()
  }
}

/** Writes the memories completely or not at all. */
export async function saveMemories(path: string, memories: Memories): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const written = `${path}.new`
  await writeFile(written, JSON.stringify(Object.fromEntries(memories)))
  await rename(written, path)
}
