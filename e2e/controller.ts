import sparkplug from 'sparkplug-client'

/** What a controller needs to sign in. */
export interface Credential {
  password: string
  mqttUrl: string
  group: string
}

/** A controller on a real connection. */
interface Connected {
  /** Sets what it reports from now on, each second. */
  report(temperature: number, alarms: Record<string, boolean>): void
  /** Adds a metric that only its maker knows, announced with its unit from the next birth on. */
  bring(foreign: { name: string; value: number; unit: string }): void
  stop(): void
}

/** A story's own controller with its house in the farm of Linden; the story decides what it reports. */
export interface StoryController extends Connected {
  house: { id: string; name: string }
}

interface Server {
  url: string
  account(username: string): { username: string; password: string }
}

/** A signed-in caller of the API. */
async function signedIn({ url, account }: Server, username: string) {
  const ask = async (path: string, body?: object, token?: string) => {
    const answer = await fetch(`${url}/api/admin${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'Content-Type': 'application/json', ...(token && { 'Access-Token': token }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const { data, message } = (await answer.json()) as { data: unknown; message: string }
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${message}`)
    return data
  }
  const { password } = account(username)
  const token = (await ask('/open/login', { username, password })) as string
  return (path: string, body?: object) => ask(path, body, token)
}

/** Registers a controller and its house, and brings it online with a third-party client. */
export async function startController(server: Server, code: string, name: string): Promise<StoryController> {
  const ask = await signedIn(server, 'admin')
  const offices = (await ask('/auth/offices/options?search=Linden')) as { id: string; name: string }[]
  const officeId = offices[0]?.id ?? ''
  const { device, credential } = (await ask('/auth/devices', {
    type: 'controller',
    code,
    name: code,
    officeId,
    speaksMqtt: true,
  })) as { device: { id: string }; credential: Credential }
  const house = (await ask('/auth/houses', {
    name,
    officeId,
    type: 'broiler',
    lengthM: 100,
    widthM: 14,
    heightM: 3,
    deviceIds: [device.id],
    flockStartedOn: '2026-10-01',
    flockCount: 20_000,
  })) as { id: string }
  return { house: { id: house.id, name }, ...connectController(code, credential) }
}

/** Alarms that it announces; each report says which of them stand. */
const ALARMS = [
  'HighTemp',
  'PowerFail',
  'HighCO2',
  'WaterNone',
  'InletStuck',
  'FanGroupFault1',
  'FanGroupFault2',
  'FanGroupFault3',
  'FanGroupFault5',
]

/** Registers another controller of the farm that serves no house yet, and brings it online. */
export async function startAnother(server: Server, code: string): Promise<Connected> {
  const ask = await signedIn(server, 'admin')
  const offices = (await ask('/auth/offices/options?search=Linden')) as { id: string }[]
  const { credential } = (await ask('/auth/devices', {
    type: 'controller',
    code,
    name: code,
    officeId: offices[0]?.id ?? '',
    speaksMqtt: true,
  })) as { credential: Credential }
  return connectController(code, credential)
}

/** Brings a controller that speaks MQTT itself online: a birth, then a sample a second. */
export function connectController(code: string, credential: Credential): Connected {
  let now: { temperature: number; alarms: Record<string, boolean> } = { temperature: 22, alarms: {} }
  let foreign: { name: string; value: number; unit: string }[] = []
  const sample = () => ({
    timestamp: Date.now(),
    metrics: [
      ...foreign.map(({ name, value, unit }) => ({
        name,
        value,
        type: 'Float' as const,
        timestamp: Date.now(),
        properties: { engUnit: { type: 'String' as const, value: unit } },
      })),
      {
        name: 'Climate/Temp/Avg',
        type: 'Float' as const,
        timestamp: Date.now(),
        value: now.temperature + Math.random() / 5,
      },
      { name: 'Climate/Temp/Target', type: 'Float' as const, value: 21, timestamp: Date.now() },
      ...ALARMS.map(alarm => ({
        name: `Alarm/${alarm}`,
        type: 'Boolean' as const,
        timestamp: Date.now(),
        value: now.alarms[alarm] ?? false,
      })),
    ],
  })
  const node = sparkplug.newClient({
    serverUrl: credential.mqttUrl,
    username: code,
    password: credential.password,
    clientId: code,
    groupId: credential.group,
    edgeNode: code,
    version: 'spBv1.0',
    publishDeath: true,
  })
  let isBorn = false
  node.on('birth', () => {
    node.publishNodeBirth({ timestamp: Date.now(), metrics: [] })
    isBorn = true
    node.publishDeviceBirth(code, sample())
  })
  const timer = setInterval(() => node.publishDeviceData(code, sample()), 1_000)
  return {
    report: (temperature, alarms) => {
      now = { temperature, alarms }
    },
    bring: one => {
      foreign = [...foreign.filter(({ name }) => name !== one.name), one]
      if (isBorn) node.publishDeviceBirth(code, sample())
    },
    stop: () => {
      clearInterval(timer)
      node.stop()
    },
  }
}
