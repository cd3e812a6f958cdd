import { existsSync, readFileSync } from 'node:fs'
import { isIPv4 } from 'node:net'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { LoginId } from '#shared/accounts.ts'
import { type Language, languages } from '#shared/text.ts'
import { isTimeZone } from '#shared/zone-time.ts'
import { storedSecret, unusable } from './data-folder.ts'
import { shareFolder } from './files/common-folder.ts'
import type { Bucket } from './files/file-places.ts'
import { type Networks, networksOf } from './network/outside.ts'
import { StartError } from './start-error.ts'

interface Certificate {
  readonly cert: string
  readonly key: string
}

/** Where cameras and recorders of GB/T 28181 sign in and send their pictures. */
export interface SipSettings {
  /** 0 for any. */
  readonly port: number
  /** 20 digits, of which the first ten are the domain. */
  readonly serverId: string
  /** Where devices reach this server. */
  readonly address: string
  /** From and to; 0 and 0 for any. */
  readonly mediaPorts: readonly [from: number, to: number]
}

/** How viewers of cameras reach this server by WebRTC. */
export interface WebRtcSettings {
  /** IPv4 addresses of this server as viewers see it, the usual one first. */
  readonly addresses: readonly string[]
  /** UDP, one a viewer. */
  readonly ports: readonly [from: number, to: number]
}

/** A media server that shows live pictures instead of this process. */
export interface MediaServerSettings {
  /** Where its paths are set: `http://10.0.0.5:9997`. */
  readonly api: string
  /** Where it is asked for pictures: `http://10.0.0.5:8889`. */
  readonly whep: string
  readonly user?: string
  readonly password?: string
}

/** Everything a deployment can set; the table is in docs/operations.md. */
export interface Config {
  readonly port: number
  readonly host: string
  /** Absolute path: database, secrets, files. */
  readonly dataDir: string
  /** Absolute path of the folder of backups. */
  readonly backupDir: string
  /** Hour of the provider's day at which backups are made; without it none is made automatically. */
  readonly backupHour?: number
  /** Absolute path of the built web app. */
  readonly webDir: string
  /** Where people's pictures and attachments are stored; without it in dataDir. */
  readonly bucket?: Bucket
  /** External PostgreSQL; without it the embedded one runs in dataDir. */
  readonly databaseUrl?: string
  readonly mqttPort: number
  readonly mqttHost: string
  /** External MQTT broker; without it the one in this process. */
  readonly mqttUrl?: string
  /** Client id at the external broker, which queues this process's messages under it. */
  readonly mqttClientId: string
  /** This server's client certificate for the external broker; PEM text. */
  readonly mqttCertificate?: Certificate
  /** Certificate for devices' encrypted connections; PEM text. */
  readonly mqttTls?: Certificate & { readonly port: number }
  /** Authority of the certificate that devices are shown, if it is not a public one; PEM text. Gateways get it as they pair. */
  readonly deviceCa?: string
  /** Certificate for HTTPS by this process; PEM text. */
  readonly tls?: Certificate
  /** A proxy before us ends TLS and names the caller. */
  readonly trustProxy: boolean
  readonly demo: boolean
  /** Days of history that a new demonstration is given. */
  readonly demoDays: number
  /** The address users type, without a trailing slash. */
  readonly publicUrl: string
  readonly defaultLanguage?: Language
  readonly logLevel: (typeof logLevels)[number]
  /** The provider's IANA time zone. */
  readonly timeZone: string
  /** Sparkplug group: the deployment's code. */
  readonly group: string
  /** Sparkplug host application id. */
  readonly hostId: string
  /** Encrypts stored secrets and derives the database passwords; at least 32 characters. */
  readonly appSecret: string
  /** First administrator of an empty installation. */
  readonly adminLogin?: string
  readonly adminPassword?: string
  /** Whether the screens people open are recorded, and for how many days. */
  readonly trajectory: boolean
  readonly trajectoryDays: number
  /** Lets other machines read /metrics; without it only this machine may. */
  readonly metricsToken?: string
  /** Mail server; without it mails are written to files in the data folder. */
  readonly smtpUrl?: string
  /** Sender of mails, as in the From header. */
  readonly smtpFrom: string
  /** Empty when there is none. */
  readonly androidUrl: string
  readonly iosUrl: string
  readonly officialSiteUrl: string
  /** Address and key of weather forecasts in Open-Meteo's format; without an address nobody is asked. */
  readonly weatherUrl?: string
  readonly weatherKey?: string
  /** Networks besides the public internet that webhooks may be sent to. */
  readonly webhookNetworks: Networks
  /** Networks besides the public internet in which cameras may be reached. */
  readonly cameraNetworks: Networks
  /** Without it devices of GB/T 28181 cannot sign in. */
  readonly sip?: SipSettings
  /** Without it pictures of cameras reach browsers over the socket only. */
  readonly webRtc?: WebRtcSettings
  /** Without it live pictures are shown by this process. */
  readonly mediaServer?: MediaServerSettings
  /** A mailbox that answers: what reads it opens the link of each mail. */
  readonly mailProofTo?: string
  /** Gateway that calls or texts people, and the secret by which it knows us; without it nobody is called. */
  readonly alertGateway?: { readonly url: string; readonly secret: string }
  /** Requested every half minute while all is well, so that a watchdog elsewhere notices when it is not. */
  readonly heartbeatUrl?: string
}

/** Unusable settings: one sentence a line, each beginning with its variable. */
class ConfigError extends StartError {
  override name = 'ConfigError'
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** A variable: `parse` reads its text and returns undefined for an unusable one. */
const variable = <T>(rule: string, parse: (text: string) => T | undefined) =>
  z.string().transform((text, context) => {
    const value = parse(text.trim())
    if (value !== undefined) return value
    context.addIssue({ code: 'custom', message: rule })
    return z.NEVER
  })
const matching = (rule: string, pattern: RegExp) =>
  variable(rule, text => (pattern.test(text) ? text : undefined))
const oneOf = <T extends string>(values: readonly T[]) =>
  variable(`must be one of ${values.join(', ')}`, text => values.find(value => value === text))
const port = variable('must be a port number from 0 to 65535', text =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined,
)
const days = variable('must be a number of days from 0 to 400', text =>
  /^\d{1,3}$/.test(text) && Number(text) <= 400 ? Number(text) : undefined,
)
const daysKept = variable('must be a number of days from 1 to 180', text =>
  /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 180 ? Number(text) : undefined,
)
/** 0 to 23, or null for off. */
const hour = variable('must be an hour from 0 to 23, or off', text => {
  if (text.toLowerCase() === 'off') return null
  return /^\d{1,2}$/.test(text) && Number(text) <= 23 ? Number(text) : undefined
})
const flag = variable('must be on or off', text => {
  if (['on', 'true', 'yes', '1'].includes(text.toLowerCase())) return true
  if (['off', 'false', 'no', '0'].includes(text.toLowerCase())) return false
})
const address = (...schemes: string[]) =>
  variable(`must be an address that begins with ${schemes.map(name => `${name}//`).join(' or ')}`, text =>
    URL.canParse(text) && schemes.includes(new URL(text).protocol) ? text.replace(/\/+$/, '') : undefined,
  )
/** Two more roles sign in at the same address, so the owner's must be complete. */
const database = variable('must be an address such as postgres://user:password@host:5432/database', text => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isWhole = url?.username && url.hostname && url.pathname.length > 1
  return isWhole && ['postgres:', 'postgresql:'].includes(url.protocol) ? text : undefined
})
const mailServer = variable('must be an address such as smtp://user:password@mail.example.com:587', text =>
  URL.canParse(text) && ['smtp:', 'smtps:'].includes(new URL(text).protocol) && new URL(text).hostname
    ? text
    : undefined,
)
/** `name@example.com`, or `Smart Farm <name@example.com>`. */
const sender = matching(
  'must be an e-mail address, or a name with one: Smart Farm <farm@example.com>',
  /^(?:[^<>"\p{Cc}]{1,100} <[^\s<>@,;]{1,64}@[^\s<>@,;]{1,190}>|[^\s<>@,;]{1,64}@[^\s<>@,;]{1,190})$/u,
)
const pem = variable('must be the path of a readable PEM file', path => {
  try {
    const text = readFileSync(path, 'utf8')
    return text.includes('-----BEGIN') ? text : undefined
  } catch {
    return undefined
  }
})
const timeZone = variable('must be the name of a time zone, such as Asia/Shanghai', text =>
  isTimeZone(text) ? text : undefined,
)
const ipv4 = variable('must be an address of IPv4, such as 198.51.100.7', text =>
  isIPv4(text) ? text : undefined,
)
const ipv4s = variable('must be addresses of IPv4, such as 198.51.100.7, 10.1.0.5', text => {
  const addresses = text.split(',').map(each => each.trim())
  return addresses.length <= 4 && addresses.every(each => isIPv4(each)) ? addresses : undefined
})
/** More pictures than one machine takes; each needs a port. */
const portRange = variable('must be ports such as 30000-30199, at least 10 of them', text => {
  const [, from, to] = /^(\d{4,5})-(\d{4,5})$/.exec(text) ?? []
  const isRange = Number(from) >= 1_024 && Number(to) <= 65_535 && Number(to) - Number(from) >= 9
  return isRange ? ([Number(from), Number(to)] as const) : undefined
})
const networks = variable('must be networks such as 10.1.0.0/16, fd12::/48', networksOf)
/** The machine's zone, if it names a place. */
const machineZone = () => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return isTimeZone(timeZone) ? timeZone : 'UTC'
}
/** The provider's zone in the demonstration, wherever it runs. */
const DEMO_ZONE = 'Asia/Shanghai'
const web = address('http:', 'https:')

/** Where `npm run build` puts it; it may not have run yet. */
const BUILT_HERE = fileURLToPath(new URL('../../web/dist', import.meta.url))
const webApp = z
  .string()
  .refine(folder => existsSync(join(folder, 'index.html')), 'must be a folder with an index.html')

const environment = z.object({
  PORT: port.default(8080),
  HOST: matching('must be an address to listen on, such as 127.0.0.1', /^[A-Za-z0-9.:_-]+$/).optional(),
  DATA_DIR: z.string().default('./data'),
  BACKUP_DIR: z.string().optional(),
  FILES_DIR: z.string().optional(),
  BACKUP_HOUR: hour.optional(),
  WEB_DIR: webApp.optional(),
  DATABASE_URL: database.optional(),
  MQTT_PORT: port.default(1883),
  MQTT_URL: address('mqtt:', 'mqtts:').optional(),
  MQTT_CLIENT_ID: matching('must be 1 to 64 letters, digits, - or _', /^[A-Za-z0-9_-]{1,64}$/).optional(),
  MQTT_CERT: pem.optional(),
  MQTT_KEY: pem.optional(),
  MQTT_TLS_PORT: port.default(8883),
  TLS_CERT: pem.optional(),
  TLS_KEY: pem.optional(),
  DEVICE_CA: pem.optional(),
  TRUST_PROXY: flag.default(false),
  DEMO: flag.default(true),
  DEMO_DAYS: days.default(21),
  PUBLIC_URL: web.optional(),
  DEFAULT_LANGUAGE: oneOf(languages).optional(),
  LOG_LEVEL: oneOf(logLevels).default('info'),
  TIME_ZONE: timeZone.optional(),
  GROUP: matching('must be 1 to 32 letters, digits, - or _', /^[A-Za-z0-9_-]{1,32}$/).default('farm'),
  APP_SECRET: matching('must have at least 32 characters', /^.{32,}$/).optional(),
  ADMIN_LOGIN: variable(
    'must be 3 to 64 letters, digits, - _ @ or .',
    text => LoginId.safeParse(text).data,
  ).optional(),
  ADMIN_PASSWORD: z
    .string()
    .refine(text => text.length >= 8 && text.length <= 128, 'must have 8 to 128 characters')
    .optional(),
  TRAJECTORY: flag.default(true),
  TRAJECTORY_DAYS: daysKept.default(180),
  METRICS_TOKEN: matching('must have at least 16 characters', /^.{16,}$/).optional(),
  SMTP_URL: mailServer.optional(),
  SMTP_FROM: sender.optional(),
  MAIL_PROOF_TO: matching('must be an e-mail address', /^[^\s<>@,;]{1,64}@[^\s<>@,;]{1,190}$/u).optional(),
  ANDROID_URL: web.default(''),
  IOS_URL: web.default(''),
  OFFICIAL_SITE_URL: web.default(''),
  WEATHER_URL: web.optional(),
  WEATHER_KEY: matching('must be 1 to 200 letters, digits, - _ or .', /^[A-Za-z0-9._-]{1,200}$/).optional(),
  WEBHOOK_NETWORKS: networks.default([]),
  CAMERA_NETWORKS: networks.default([]),
  SIP_PORT: port.optional(),
  SIP_ADDRESS: ipv4.optional(),
  SIP_ID: matching(
    'must be 20 digits with 200 at places 11 to 13, such as 34020000002000000001',
    /^\d{10}200\d{7}$/,
  ).default('34020000002000000001'),
  MEDIA_PORTS: portRange.optional(),
  WEBRTC_PORTS: portRange.optional(),
  WEBRTC_ADDRESS: ipv4s.optional(),
  MEDIA_SERVER_API: web.optional(),
  MEDIA_SERVER_WHEP: web.optional(),
  MEDIA_SERVER_USER: matching('must have 1 to 200 characters and no colon', /^[^:\s]{1,200}$/).optional(),
  MEDIA_SERVER_PASSWORD: z.string().max(200).optional(),
  ALERT_WEBHOOK_URL: web.optional(),
  ALERT_WEBHOOK_SECRET: matching('must have at least 24 characters', /^.{24,}$/).optional(),
  HEARTBEAT_URL: web.optional(),
  S3_ENDPOINT: web.optional(),
  S3_BUCKET: matching(
    'must be the name of a bucket: 3 to 63 small letters, digits, . or -',
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
  ).optional(),
  S3_REGION: matching('must be the name of a region, such as eu-central-1', /^[a-z0-9-]{1,40}$/).default(
    'us-east-1',
  ),
  S3_ACCESS_KEY: matching('must have 1 to 200 characters', /^\S{1,200}$/).optional(),
  S3_SECRET_KEY: matching('must have 1 to 200 characters', /^\S{1,200}$/).optional(),
})
type Environment = z.infer<typeof environment>

/** Names of all variables. */
export const variables: readonly string[] = Object.keys(environment.shape)

/**
 * Reads and checks the environment; an empty variable counts as not set. Makes the data folder and, when
 * APP_SECRET is not given, the secret in it. Throws ConfigError.
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, text]) => text?.trim()))
  const { data, error } = environment.safeParse(given)
  if (error)
    throw new ConfigError(error.issues.map(issue => `${issue.path.join('.')} ${issue.message}`).join('\n'))
  const dataDir = resolve(data.DATA_DIR)
  const host = data.HOST ?? (data.DEMO ? '127.0.0.1' : '0.0.0.0')
  refuseUnsafe(data, host)
  const folder = unusable(dataDir)
  if (folder) throw new ConfigError(`DATA_DIR: ${folder}`)
  const common = data.FILES_DIR && shareFolder(dataDir, resolve(data.FILES_DIR))
  if (common) throw new ConfigError(`FILES_DIR: ${common}`)

  const tls = certificate(data.TLS_CERT, data.TLS_KEY)
  const mqttCertificate = certificate(data.MQTT_CERT, data.MQTT_KEY)
  // Whoever runs an external database backs it up.
  const usualHour = data.DATABASE_URL ? null : 2
  const backupHour = data.BACKUP_HOUR === undefined ? usualHour : data.BACKUP_HOUR
  const publicUrl = data.PUBLIC_URL ?? `${tls ? 'https' : 'http'}://${reachable(host)}:${data.PORT}`
  return {
    port: data.PORT,
    host,
    dataDir,
    backupDir: resolve(data.BACKUP_DIR ?? join(dataDir, 'backups')),
    ...(backupHour !== null && { backupHour }),
    webDir: resolve(data.WEB_DIR ?? BUILT_HERE),
    ...(data.DATABASE_URL && { databaseUrl: data.DATABASE_URL }),
    mqttPort: data.MQTT_PORT,
    mqttHost: host,
    ...(data.MQTT_URL && { mqttUrl: data.MQTT_URL }),
    mqttClientId: data.MQTT_CLIENT_ID ?? `smart-farm-${data.GROUP}-${hostname()}`,
    ...(mqttCertificate && { mqttCertificate }),
    ...(data.DEVICE_CA && { deviceCa: data.DEVICE_CA }),
    ...(tls && { tls, mqttTls: { ...tls, port: data.MQTT_TLS_PORT } }),
    trustProxy: data.TRUST_PROXY,
    demo: data.DEMO,
    demoDays: data.DEMO_DAYS,
    publicUrl,
    ...(data.DEFAULT_LANGUAGE && { defaultLanguage: data.DEFAULT_LANGUAGE }),
    logLevel: data.LOG_LEVEL,
    timeZone: data.TIME_ZONE ?? (data.DEMO ? DEMO_ZONE : machineZone()),
    group: data.GROUP,
    hostId: 'smart-farm',
    appSecret: data.APP_SECRET ?? storedSecret(dataDir),
    ...(data.ADMIN_LOGIN && { adminLogin: data.ADMIN_LOGIN }),
    ...(data.ADMIN_PASSWORD && { adminPassword: data.ADMIN_PASSWORD }),
    trajectory: data.TRAJECTORY,
    trajectoryDays: data.TRAJECTORY_DAYS,
    ...(data.METRICS_TOKEN && { metricsToken: data.METRICS_TOKEN }),
    ...(data.SMTP_URL && { smtpUrl: data.SMTP_URL }),
    smtpFrom: data.SMTP_FROM ?? `Smart Farm <no-reply@${new URL(publicUrl).hostname}>`,
    androidUrl: data.ANDROID_URL,
    iosUrl: data.IOS_URL,
    officialSiteUrl: data.OFFICIAL_SITE_URL,
    ...(data.WEATHER_URL && { weatherUrl: data.WEATHER_URL }),
    ...(data.WEATHER_KEY && { weatherKey: data.WEATHER_KEY }),
    webhookNetworks: data.WEBHOOK_NETWORKS,
    cameraNetworks: data.CAMERA_NETWORKS,
    ...sipOf(data, publicUrl),
    ...webRtcOf(data, publicUrl),
    ...mediaServerOf(data),
    ...(data.MAIL_PROOF_TO && { mailProofTo: data.MAIL_PROOF_TO }),
    ...(data.ALERT_WEBHOOK_URL &&
      data.ALERT_WEBHOOK_SECRET && {
        alertGateway: { url: data.ALERT_WEBHOOK_URL, secret: data.ALERT_WEBHOOK_SECRET },
      }),
    ...bucketOf(data),
    ...(data.HEARTBEAT_URL && { heartbeatUrl: data.HEARTBEAT_URL }),
  }
}

const certificate = (cert: string | undefined, key: string | undefined): Certificate | undefined =>
  cert && key ? { cert, key } : undefined

/** Ports of the pictures of devices, unless others are given. */
const USUAL_MEDIA_PORTS = [30_000, 30_199] as const

function sipOf({ SIP_PORT, SIP_ADDRESS, SIP_ID, MEDIA_PORTS }: Environment, publicUrl: string) {
  if (SIP_PORT === undefined) return {}
  const host = new URL(publicUrl).hostname
  const address = SIP_ADDRESS ?? (isIPv4(host) ? host : undefined)
  if (address === undefined)
    throw new ConfigError(
      'SIP_ADDRESS is missing: devices of GB28181 must be told the IPv4 address to send to',
    )
  const mediaPorts = MEDIA_PORTS ?? (SIP_PORT === 0 ? ([0, 0] as const) : USUAL_MEDIA_PORTS)
  return { sip: { port: SIP_PORT, serverId: SIP_ID, address, mediaPorts } }
}

function webRtcOf({ WEBRTC_PORTS, WEBRTC_ADDRESS, MEDIA_PORTS, SIP_PORT }: Environment, publicUrl: string) {
  if (WEBRTC_PORTS === undefined) return {}
  const host = new URL(publicUrl).hostname
  const addresses = WEBRTC_ADDRESS ?? (isIPv4(host) ? [host] : undefined)
  if (addresses === undefined)
    throw new ConfigError('WEBRTC_ADDRESS is missing: browsers must be told the IPv4 address to reach')
  const media = MEDIA_PORTS ?? USUAL_MEDIA_PORTS
  if (SIP_PORT !== undefined && WEBRTC_PORTS[0] <= media[1] && media[0] <= WEBRTC_PORTS[1])
    throw new ConfigError('WEBRTC_PORTS: these ports are those of devices that call (MEDIA_PORTS)')
  return { webRtc: { addresses, ports: WEBRTC_PORTS } }
}

function mediaServerOf(data: Environment) {
  const { MEDIA_SERVER_API: api, MEDIA_SERVER_WHEP: whep } = data
  const { MEDIA_SERVER_USER: user, MEDIA_SERVER_PASSWORD: password } = data
  if (api === undefined && whep === undefined) return {}
  if (api === undefined || whep === undefined)
    throw new ConfigError(
      'MEDIA_SERVER_API and MEDIA_SERVER_WHEP: a media server needs both, one to set its paths and one to watch them',
    )
  return {
    mediaServer: {
      api,
      whep,
      ...(user !== undefined && { user }),
      ...(password !== undefined && { password }),
    },
  }
}

function bucketOf({ S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY, S3_SECRET_KEY }: Environment) {
  const said = { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY }
  const missing = Object.entries(said).flatMap(([name, value]) => (value === undefined ? [name] : []))
  if (missing.length === Object.keys(said).length) return {}
  if (!(S3_ENDPOINT && S3_BUCKET && S3_ACCESS_KEY && S3_SECRET_KEY))
    throw new ConfigError(`${missing.join(', ')} missing: a bucket needs address, name and both keys`)
  const bucket = {
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    name: S3_BUCKET,
    accessKey: S3_ACCESS_KEY,
    secretKey: S3_SECRET_KEY,
  }
  return { bucket }
}

/** Whether a host or address is this machine's own. */
export const isLoopback = (host: string) => /^((::ffff:)?127\.|::1$|localhost$)/.test(host)
const reachable = (host: string) => {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function refuseUnsafe(data: Environment, host: string): void {
  if (Boolean(data.TLS_CERT) !== Boolean(data.TLS_KEY))
    throw new ConfigError(`${data.TLS_CERT ? 'TLS_KEY' : 'TLS_CERT'} is missing: TLS needs both files`)
  if (Boolean(data.MQTT_CERT) !== Boolean(data.MQTT_KEY))
    throw new ConfigError(
      `${data.MQTT_CERT ? 'MQTT_KEY' : 'MQTT_CERT'} is missing: a certificate needs both files`,
    )
  if (data.MQTT_CERT && !data.MQTT_URL?.startsWith('mqtts:'))
    throw new ConfigError('MQTT_CERT is shown to an outside broker only: MQTT_URL must begin with mqtts://')
  if (Boolean(data.ADMIN_LOGIN) !== Boolean(data.ADMIN_PASSWORD))
    throw new ConfigError(
      `${data.ADMIN_LOGIN ? 'ADMIN_PASSWORD' : 'ADMIN_LOGIN'} is missing: both name the administrator`,
    )
  if (Boolean(data.ALERT_WEBHOOK_URL) !== Boolean(data.ALERT_WEBHOOK_SECRET))
    throw new ConfigError(
      `${data.ALERT_WEBHOOK_URL ? 'ALERT_WEBHOOK_SECRET' : 'ALERT_WEBHOOK_URL'} is missing: a gateway must know who calls it`,
    )
  if (data.WEATHER_KEY && !data.WEATHER_URL)
    throw new ConfigError('WEATHER_URL is missing: WEATHER_KEY is shown to nobody else')
  if (data.DEMO || isLoopback(host) || data.TLS_CERT || data.TRUST_PROXY) return
  throw new ConfigError(
    `HOST ${host} can be reached from outside: set TLS_CERT and TLS_KEY, or TRUST_PROXY=on behind a proxy that ends TLS, or HOST=127.0.0.1`,
  )
}
