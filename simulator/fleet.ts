import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { heaters } from '#shared/house-equipment.ts'
import { litters } from '#shared/litter.ts'
import { Roughnesses } from '#shared/rough-houses.ts'
import { houseTypes } from '#shared/signals.ts'
import { breeds, standardOf } from '#shared/standards/standards.ts'
import { CamerasSpec } from './camera/cameras-spec.ts'

const code = z.string().regex(/^[A-Za-z0-9\-_@.:;]{1,64}$/, 'letters, digits and - _ @ . : ; only')

const timeZone = z.string().refine(zone => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}, 'unknown time zone')

/** A house as described to the simulator. */
export const HouseSpec = z
  .object({
    name: z.string().min(1),
    type: z.enum(houseTypes),
    breed: z.enum(breeds),
    lengthM: z.number().min(5).max(300),
    widthM: z.number().min(3).max(60),
    heightM: z.number().min(1.5).max(15),
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    altitudeM: z.number().min(-400).max(5000).optional(),
    timeZone,
    /** the day on which the birds were 0 days old */
    placedOn: z.iso.date(),
    birds: z.number().int().min(0).max(500_000),
    /** their age when they came, days; by default they came as chicks */
    arrivedAge: z.number().int().min(0).max(999).optional(),
    /** birds lost on each day from then on, where the farm's records say it: counter and records are one book */
    lost: z.array(z.number().int().min(0)).max(1_200).optional(),
    /** what the birds were placed on; new by default */
    litter: z.enum(litters).optional(),
    /** heaters without a flue burn their gas in the house; with one by default */
    heaters: z.enum(heaters).optional(),
    seed: z.number().int(),
    /** selects another course of the weather; the same for all houses of one yard */
    weatherSeed: z.number().int().optional(),
    /** how often things break: 1 usual, 0 never */
    faults: z.number().min(0).max(1000).optional(),
    /** false: none, so that its controller tells of none */
    hasGenerator: z.boolean().optional(),
    /** how its controller differs from a neat one; a gateway's link is as rough as that of its roughest house */
    rough: Roughnesses.optional(),
  })
  .refine(house => standardOf(house.breed).houseTypes.includes(house.type), {
    message: 'this breed is not kept in houses of this type',
    path: ['breed'],
  })
export type HouseSpec = z.infer<typeof HouseSpec>

/** A gateway with the house controllers behind it; its code is its MQTT user, the secret its password. */
export const GatewaySpec = z.object({
  code,
  secret: z.string().min(1),
  devices: z.array(z.object({ code, house: HouseSpec })).min(1),
})
export type GatewaySpec = z.infer<typeof GatewaySpec>

/** Everything a simulator process plays. */
export const Fleet = z
  .object({
    mqtt: z.object({ url: z.url({ protocol: /^(mqtts?|wss?)$/ }) }),
    /** Sparkplug group: the deployment's code */
    group: code,
    /** Sparkplug host id of the server */
    hostId: code,
    /** days of history to send at the start */
    historyDays: z.number().int().min(0).max(400).optional(),
    /** gateways that connect per second; without it all at once */
    connectsASecond: z.number().positive().optional(),
    /** file for the houses' memories when the process ends */
    stateFile: z.string().min(1).optional(),
    /** how the cameras in the houses are reached; without it they have none */
    cameras: CamerasSpec.optional(),
    gateways: z.array(GatewaySpec).min(1),
  })
  .superRefine((fleet, context) => {
    const seen = new Set<string>()
    fleet.gateways.forEach((gateway, i) => {
      if (seen.has(gateway.code.toLowerCase())) {
        context.addIssue({
          code: 'custom',
          message: 'gateway code used twice',
          path: ['gateways', i, 'code'],
        })
      }
      seen.add(gateway.code.toLowerCase())
    })
  })
export type Fleet = z.infer<typeof Fleet>

/**
 * Checks the description of a fleet.
 * @throws Error with one line per wrong field
 */
export function readFleet(input: unknown): Fleet {
  const result = Fleet.safeParse(input)
  if (result.success) return result.data
  const lines = result.error.issues.map(issue => `${issue.path.join('.') || 'fleet'}: ${issue.message}`)
  throw new Error(`the fleet is not usable\n${lines.join('\n')}`)
}

/**
 * Reads a fleet from a JSON file.
 * @throws Error that names the file or the fields
 */
export async function loadFleet(path: string): Promise<Fleet> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new Error(`cannot read the fleet file ${path}: ${error.message}`)
  })
  try {
    return readFleet(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError) throw new Error(`${path} is no JSON: ${error.message}`)
    throw error
  }
}
