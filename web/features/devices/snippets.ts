/** What a device needs to sign in. */
export interface Access {
  mqttUrl: string
  username: string
  password: string
  group: string
}

/** Quotes text for the snippet's language. */
const js = (text: string) => JSON.stringify(text)
const shell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Placeholder in a gateway's program, which reports for controllers: to be replaced by the code of one of them. */
const CONTROLLER = 'CODE-OF-ITS-CONTROLLER'

/** A complete program for sparkplug-client: birth, then one reading per second. */
export const sparkplugClient = (
  { mqttUrl, username, password, group }: Access,
  isGateway: boolean,
): string => `// npm i sparkplug-client
import sparkplug from 'sparkplug-client'

const node = sparkplug.newClient({
  serverUrl: ${js(mqttUrl)},
  username: ${js(username)},
  password: ${js(password)},
  clientId: ${js(username)},
  groupId: ${js(group)},
  edgeNode: ${js(username)},
  version: 'spBv1.0',
  publishDeath: true,
})
const controller = ${js(isGateway ? CONTROLLER : username)}
const report = () => ({
  timestamp: Date.now(),
  metrics: [
    { name: 'Climate/Temp/Avg', type: 'Float', value: 22.5, timestamp: Date.now() },
  ],
})
node.on('birth', () => {
  node.publishNodeBirth({ timestamp: Date.now(), metrics: [] })
  node.publishDeviceBirth(controller, report())
})
setInterval(() => node.publishDeviceData(controller, report()), 1000)`

/** Signs in with mosquitto and waits for commands: the quickest check of address and credential. */
export function mosquitto({ mqttUrl, username, password, group }: Access): string {
  const { protocol, hostname, port } = new URL(mqttUrl)
  const isTls = protocol === 'mqtts:'
  return [
    'mosquitto_sub -d',
    `--host ${hostname} --port ${port || (isTls ? 8883 : 1883)}`,
    ...(isTls ? ['--tls-use-os-certs'] : []),
    `--id ${shell(username)}`,
    `--username ${shell(username)}`,
    `--pw ${shell(password)}`,
    `--topic ${shell(`spBv1.0/${group}/NCMD/${username}`)}`,
  ].join(' \\\n  ')
}
