import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { DocumentError, loadDocument, type Problem, type Read } from './documents.ts'
import { RegisterMap, wireName } from './register-map.ts'
import { type Field, fieldsOf } from './values.ts'

const code = z.string().regex(/^[A-Za-z0-9\-_@.:;]{1,64}$/, 'letters, digits and - _ @ . : ; only')
const name = z.string().min(1).max(60)
const port = z.int().min(1).max(65_535)
const network = z.strictObject({ host: z.string().min(1), port })

const Serial = z.strictObject({
  path: z.string().min(1),
  baud: z.int().min(300).max(921_600),
  parity: z.enum(['none', 'even', 'odd']).default('none'),
  stopBits: z.union([z.literal(1), z.literal(2)]).default(1),
})

/** A line with devices on it. */
const BusConfig = z
  .strictObject({
    name,
    serial: Serial.optional(),
    tcp: network.optional(),
    /** a converter that carries the bytes of RTU as they are */
    rtuOverTcp: network.optional(),
  })
  .refine(
    ({ serial, tcp, rtuOverTcp }) => [serial, tcp, rtuOverTcp].filter(Boolean).length === 1,
    'say how it is reached: exactly one of serial, tcp, rtuOverTcp',
  )
export type BusConfig = z.infer<typeof BusConfig>

const UnitConfig = z.strictObject({
  bus: name,
  /** address on the bus; by default that of its map */
  unit: z.int().min(0).max(255).optional(),
  /** the name of a shipped map, or the path of a file beside the configuration */
  map: z.string().min(1),
  /** stands for `#` in the names of the map: the second probe of a house is 2 */
  number: z.int().min(1).max(99).default(1),
})

const ControllerConfig = z.strictObject({
  /** as registered under the gateway */
  code,
  units: z.array(UnitConfig).min(1),
})

const GatewayConfig = z.strictObject({
  server: z.strictObject({
    url: z.url({ protocol: /^(mqtts?|wss?)$/, error: 'an address such as mqtts://farm.example:8883' }),
    group: code,
    /** Sparkplug host id of the server */
    host: code.default('smart-farm'),
    /** the gateway's own code */
    gateway: code,
    secret: z.string().min(1).optional(),
    secretFile: z.string().min(1).optional(),
    /** PEM file of the authority that signed the server's certificate, if it is not a public one */
    ca: z.string().min(1).optional(),
  }),
  storage: z.strictObject({
    folder: z.string().min(1),
    hours: z.number().min(1).max(720).default(72),
    megabytes: z.number().min(1).max(100_000).default(500),
  }),
  buses: z.array(BusConfig).min(1),
  controllers: z.array(ControllerConfig).min(1),
})
type GatewayConfig = z.infer<typeof GatewayConfig>

/** A device on a bus with its map. */
export interface Unit {
  bus: string
  unit: number
  map: RegisterMap
  fields: Field[]
}

/** A controller as it is configured. */
export interface ControllerSetup {
  code: string
  units: Unit[]
}

/** Everything the gateway runs on. */
export interface Setup {
  server: GatewayConfig['server'] & { secret: string; caPem: string | undefined }
  storage: GatewayConfig['storage']
  buses: BusConfig[]
  controllers: ControllerSetup[]
}

const MAPS = fileURLToPath(new URL('maps', import.meta.url))

/**
 * Reads the configuration and the maps it names.
 * @throws DocumentError with file and line of everything that is wrong
 */
export async function loadSetup(path: string): Promise<Setup> {
  const read = await loadDocument(path, GatewayConfig)
  const { server, storage, buses, controllers } = read.value
  const folder = dirname(resolve(path))
  const problems = placesOf(read)
  const maps = new Map<string, RegisterMap>()
  for (const [c, controller] of controllers.entries())
    for (const [u, { map }] of controller.units.entries()) {
      if (maps.has(map)) continue
      const line = read.lineOf(['controllers', c, 'units', u, 'map'])
      await loadMap(map, folder).then(
        loaded => maps.set(map, loaded),
        error =>
          problems.push(
            ...mapProblems(error, { file: path, line, field: `controllers.${c}.units.${u}.map` }),
          ),
      )
    }
  if (problems.length > 0) throw new DocumentError(problems)
  const setup: Setup = {
    server: { ...server, secret: await secretOf(server, folder), caPem: await pemOf(server, folder) },
    storage: { ...storage, folder: resolve(folder, storage.folder) },
    buses,
    controllers: controllers.map(controller => ({
      code: controller.code,
      units: controller.units.map(unit => unitOf(unit, maps.get(unit.map) as RegisterMap)),
    })),
  }
  const doubles = namedTwice(read, setup)
  if (doubles.length > 0) throw new DocumentError(doubles)
  return setup
}

/** Loads a shipped map by its name, or a file of the farm's own. */
export async function loadMap(nameOrPath: string, folder: string): Promise<RegisterMap> {
  const isFile = /\.ya?ml$/.test(nameOrPath)
  const path = isFile ? resolve(folder, nameOrPath) : join(MAPS, `${nameOrPath}.yaml`)
  return (await loadDocument(path, RegisterMap)).value
}

function mapProblems(error: unknown, at: Omit<Problem, 'message'>): Problem[] {
  if (!(error instanceof DocumentError)) throw error
  const isMissing = error.problems.some(({ message }) => message.includes('ENOENT'))
  return isMissing ? [{ ...at, message: 'there is no such map' }] : [...error.problems]
}

function unitOf({ bus, unit, number }: z.infer<typeof UnitConfig>, map: RegisterMap): Unit {
  const fields = fieldsOf(map).map(field => ({
    ...field,
    ...(field.metric !== undefined && { metric: field.metric.replace('#', String(number)) }),
    ...(field.label && {
      label: {
        zh: field.label.zh.replace('#', String(number)),
        en: field.label.en.replace('#', String(number)),
      },
    }),
  }))
  return { bus, unit: unit ?? map.unit ?? 1, map, fields }
}

/** Buses that are not there, and what stands twice where it may stand once. */
function placesOf({ value, file, lineOf }: Read<GatewayConfig>): Problem[] {
  const problems: Problem[] = []
  const say = (path: PropertyKey[], message: string) =>
    problems.push({ file, line: lineOf(path), field: path.join('.'), message })
  const names = new Set(value.buses.map(bus => bus.name))
  if (names.size < value.buses.length) say(['buses'], 'two buses have one name')
  const codes = new Set<string>([value.server.gateway.toLowerCase()])
  value.controllers.forEach((controller, c) => {
    if (codes.has(controller.code.toLowerCase())) say(['controllers', c, 'code'], 'this code is there twice')
    codes.add(controller.code.toLowerCase())
    controller.units.forEach(({ bus }, u) => {
      if (!names.has(bus)) say(['controllers', c, 'units', u, 'bus'], `there is no bus "${bus}"`)
    })
  })
  if (!value.server.secret === !value.server.secretFile)
    say(['server'], 'exactly one of secret and secretFile')
  return problems
}

/** Two units at one address, and one metric from two of them. */
function namedTwice({ file, lineOf }: Read<GatewayConfig>, setup: Setup): Problem[] {
  const problems: Problem[] = []
  const places = new Map<string, string>()
  setup.controllers.forEach((controller, c) => {
    const names = new Set<string>()
    controller.units.forEach(({ bus, unit, map, fields }, u) => {
      const path = ['controllers', c, 'units', u]
      const say = (message: string) =>
        problems.push({ file, line: lineOf(path), field: path.join('.'), message })
      const place = `${bus}/${unit}`
      if (places.has(place)) say(`unit ${unit} of bus "${bus}" is already ${places.get(place)}`)
      places.set(place, map.map)
      const double = fields.flatMap(field => wireName(field) ?? []).find(name => names.has(name))
      if (double !== undefined) say(`${double} already comes from another unit: give this one another number`)
      for (const field of fields) names.add(wireName(field) ?? '')
    })
  })
  return problems
}

async function secretOf({ secret, secretFile }: GatewayConfig['server'], folder: string): Promise<string> {
  if (secret !== undefined) return secret
  return (await readFile(resolve(folder, secretFile ?? ''), 'utf8')).trim()
}

const pemOf = async ({ ca }: GatewayConfig['server'], folder: string) =>
  ca === undefined ? undefined : readFile(resolve(folder, ca), 'utf8')
