import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { DocumentError, type Problem, type Read, saying } from '#shared/register-maps/documents.ts'
import { RegisterMap, wireName } from '#shared/register-maps/register-map.ts'
import { type Field, fieldsOf } from '#shared/register-maps/values.ts'
import { type Text, text } from '#shared/text.ts'
import { credentialIn } from './credential.ts'
import { loadDocument } from './documents.ts'
import { LocalConfig, name, noBus, port, SirenConfig, sirenProblems } from './local-config.ts'

const code = z
  .string()
  .refine(
    value => /^[A-Za-z0-9\-_@.:;]{1,64}$/.test(value),
    saying(text('只能用字母、数字和 - _ @ . : ;', 'letters, digits and - _ @ . : ; only')),
  )
/** An address of one of these kinds. */
const url = (protocol: RegExp, example: string) =>
  z
    .string()
    .refine(
      value => URL.canParse(value) && protocol.test(new URL(value).protocol),
      saying(text(`应是地址，如 ${example}`, `an address such as ${example}`)),
    )
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
    saying(
      text(
        '请说明怎样连接：serial、tcp、rtuOverTcp 必须且只能有一个',
        'say how it is reached: exactly one of serial, tcp, rtuOverTcp',
      ),
    ),
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
  /** Left out by a gateway that is paired: what stands here, it was told. */
  server: z
    .strictObject({
      url: url(/^(mqtts?|wss?):$/, 'mqtts://farm.example:8883'),
      group: code,
      /** Sparkplug host id of the server */
      host: code.default('smart-farm'),
      /** the gateway's own code */
      gateway: code,
      secret: z.string().min(1).optional(),
      secretFile: z.string().min(1).optional(),
      /** PEM file of the authority that signed the server's certificate, if it is not a public one */
      ca: z.string().min(1).optional(),
    })
    .optional(),
  /** The code from the gateway's page, and the server it is from: exchanged at the start, once. */
  pair: z
    .strictObject({
      code: z.string().min(1),
      server: url(/^https?:$/, 'https://farm.example').optional(),
      ca: z.string().min(1).optional(),
    })
    .optional(),
  storage: z.strictObject({
    folder: z.string().min(1),
    hours: z.number().min(1).max(720).default(72),
    megabytes: z.number().min(1).max(100_000).default(500),
  }),
  buses: z.array(BusConfig).min(1),
  controllers: z.array(ControllerConfig).min(1),
  local: LocalConfig.optional(),
  siren: SirenConfig.optional(),
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

/** The broker as the gateway signs in there. */
export interface ServerSetup {
  url: string
  group: string
  host: string
  gateway: string
  secret: string
  caPem: string | undefined
}

/** What is connected to the gateway, and where it remembers. */
export interface Wiring {
  storage: GatewayConfig['storage']
  buses: BusConfig[]
  controllers: ControllerSetup[]
  local: LocalConfig | undefined
  siren: SirenConfig | undefined
}

/** Everything the gateway runs on. */
export interface Setup extends Wiring {
  server: ServerSetup
}

const MAPS = fileURLToPath(new URL('maps', import.meta.url))

/** Where a configuration wants the memory of the gateway, the code it is to be paired by, and the controllers it names. */
export async function readPlace(path: string) {
  const { server, storage, pair, controllers } = (await loadDocument(path, GatewayConfig)).value
  const folder = dirname(resolve(path))
  return {
    folder: resolve(folder, storage.folder),
    pair: pair && { ...pair, ca: pair.ca && resolve(folder, pair.ca) },
    /** Whether it says itself where to report. */
    hasServer: server !== undefined,
    controllers: controllers.map(({ code }) => code),
  }
}

/**
 * Reads the configuration, the maps it names and where to report.
 * @throws DocumentError with file and line of everything that is wrong
 */
export async function loadSetup(path: string): Promise<Setup> {
  const wiring = await loadWiring(path)
  return { ...wiring, server: await serverOf(await loadDocument(path, GatewayConfig), wiring.storage.folder) }
}

/** The same for what needs no server: the check of the wiring, before the gateway is paired. */
export async function loadWiring(path: string): Promise<Wiring> {
  const read = await loadDocument(path, GatewayConfig)
  const { storage, buses, controllers, local, siren } = read.value
  const folder = dirname(resolve(path))
  const problems = placesOf(read)
  const maps = new Map<string, RegisterMap>()
  for (const [c, controller] of controllers.entries())
    for (const [u, { map }] of controller.units.entries()) {
      if (maps.has(map)) continue
      const field = `controllers.${c}.units.${u}.map`
      const line = read.lineOf(['controllers', c, 'units', u, 'map'])
      try {
        maps.set(map, await loadMap(map, folder))
      } catch (error) {
        if (error instanceof NoMap) problems.push({ file: path, line, field, message: NO_MAP })
        else if (error instanceof DocumentError) problems.push(...error.problems)
        else throw error
      }
    }
  if (problems.length > 0) throw new DocumentError(problems)
  const setup: Wiring = {
    storage: { ...storage, folder: resolve(folder, storage.folder) },
    buses,
    local,
    siren,
    controllers: controllers.map(controller => ({
      code: controller.code,
      units: controller.units.map(unit => unitOf(unit, maps.get(unit.map) as RegisterMap)),
    })),
  }
  const doubles = namedTwice(read, setup)
  if (doubles.length > 0) throw new DocumentError(doubles)
  return setup
}

class NoMap extends Error {}
const NO_MAP = text('没有这个寄存器表', 'there is no such map')

/**
 * Loads a shipped map by its name, or a file of the farm's own.
 * @throws NoMap if there is none, DocumentError with what is wrong with it
 */
export async function loadMap(nameOrPath: string, folder: string): Promise<RegisterMap> {
  const isFile = /\.ya?ml$/.test(nameOrPath)
  const path = isFile ? resolve(folder, nameOrPath) : join(MAPS, `${nameOrPath}.yaml`)
  if (!existsSync(path)) throw new NoMap(path)
  return (await loadDocument(path, RegisterMap)).value
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
  const say = (path: readonly PropertyKey[], message: Text) =>
    problems.push({ file, line: lineOf(path), field: path.join('.'), message })
  const names = new Set(value.buses.map(bus => bus.name))
  if (names.size < value.buses.length) say(['buses'], text('两条总线同名', 'two buses have one name'))
  const codes = new Set<string>(value.server && [value.server.gateway.toLowerCase()])
  value.controllers.forEach((controller, c) => {
    if (codes.has(controller.code.toLowerCase()))
      say(['controllers', c, 'code'], text('这个编码出现了两次', 'this code is there twice'))
    codes.add(controller.code.toLowerCase())
    controller.units.forEach(({ bus }, u) => {
      if (!names.has(bus)) say(['controllers', c, 'units', u, 'bus'], noBus(bus))
    })
  })
  if (value.server && !value.server.secret === !value.server.secretFile)
    say(['server'], text('secret 和 secretFile 必须且只能有一个', 'exactly one of secret and secretFile'))
  for (const { path, message } of sirenProblems(value)) say(path, message)
  if (value.server && value.pair)
    say(
      ['pair'],
      text(
        '已配对的网关由服务器告知地址：server 和 pair 只能写一个',
        'a gateway that is paired is told its server: leave out one of server and pair',
      ),
    )
  return problems
}

/** Two units at one address, and one metric from two of them. */
function namedTwice({ file, lineOf }: Read<GatewayConfig>, setup: Wiring): Problem[] {
  const problems: Problem[] = []
  const places = new Map<string, string>()
  setup.controllers.forEach((controller, c) => {
    const names = new Set<string>()
    controller.units.forEach(({ bus, unit, map, fields }, u) => {
      const path = ['controllers', c, 'units', u]
      const say = (message: Text) =>
        problems.push({ file, line: lineOf(path), field: path.join('.'), message })
      const place = `${bus}/${unit}`
      if (places.has(place))
        say(
          text(
            `总线“${bus}”的地址 ${unit} 已是 ${places.get(place)}`,
            `unit ${unit} of bus "${bus}" is already ${places.get(place)}`,
          ),
        )
      places.set(place, map.map)
      const double = fields.flatMap(field => wireName(field) ?? []).find(name => names.has(name))
      if (double !== undefined)
        say(
          text(
            `${double} 已来自另一台设备：请给这一台另一个 number`,
            `${double} already comes from another unit: give this one another number`,
          ),
        )
      for (const field of fields) names.add(wireName(field) ?? '')
    })
  })
  return problems
}

/** As configured, or as told when the gateway was paired. */
async function serverOf({ value, file, lineOf }: Read<GatewayConfig>, memory: string): Promise<ServerSetup> {
  if (value.server) {
    const folder = dirname(resolve(file))
    const { secret, secretFile, ca, ...server } = value.server
    const text = (path: string) => readFile(resolve(folder, path), 'utf8')
    return {
      ...server,
      secret: secret ?? (await text(secretFile ?? '')).trim(),
      caPem: ca === undefined ? undefined : await text(ca),
    }
  }
  const told = credentialIn(memory, console.error).value
  if (!told) throw new DocumentError([{ file, line: lineOf(['pair']), field: '', message: UNPAIRED }])
  const { ca, code, ...server } = told
  return { ...server, caPem: ca ?? undefined }
}

const UNPAIRED = text(
  '该网关还没有配对：请在“设备管理”点“配对”取得配对码，再用 --pair 配对码 --server https://…',
  'this gateway is not paired yet: have its page show a code (Device management, Pair), then --pair CODE --server https://…',
)
