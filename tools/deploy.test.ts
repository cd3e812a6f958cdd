import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { variables } from '../server/platform/config.ts'

const folder = resolve('deploy')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const { flags } = JSON.parse(readFileSync('server/node-options.json', 'utf8')) as { flags: string[] }

interface Compose {
  services: Record<
    string,
    { environment?: Record<string, unknown>; volumes?: string[]; depends_on?: unknown }
  >
  volumes: Record<string, unknown>
}
const compose = parse(read('compose.yaml'), { merge: true }) as Compose
const servers = Object.entries(compose.services).filter(([name]) => name.startsWith('server-'))
const notOurs = (names: readonly string[]) => names.filter(name => !variables.includes(name))

describe('the compose file', () => {
  it('sets only what the server knows, and each server has a name of its own at the broker', () => {
    const environments = servers.map(([, { environment = {} }]) => environment)
    expect(servers.length).toBeGreaterThan(1)
    for (const environment of environments) expect(notOurs(Object.keys(environment))).toEqual([])
    const names = environments.map(({ MQTT_CLIENT_ID }) => MQTT_CLIENT_ID)
    expect(new Set(names).size).toBe(servers.length)
  })

  it('asks for what stands in the example of its settings, and for nothing else', () => {
    const asked = [...read('compose.yaml').matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name)
    const given = [...read('.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name)
    expect([...new Set(asked)].toSorted()).toEqual(given.toSorted())
  })

  it('mounts files that are there, or that its comments tell how to make, and volumes that it has', () => {
    const mounted = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes)
    const from = mounted.map(each => each.split(':')[0] ?? '')
    const made = ['./certificate.pem', './passwords']
    const missing = from.filter(path =>
      path.startsWith('.')
        ? !made.includes(path) && !existsSync(join(folder, path))
        : !(path in compose.volumes),
    )
    expect(missing).toEqual([])
  })

  it('has a backend of the proxy for each server', () => {
    const backends = [...read('haproxy.cfg').matchAll(/^ {2}server (\S+) \1:8080/gm)].map(([, name]) => name)
    expect(backends).toEqual(servers.map(([name]) => name))
  })
})

describe('the image and the unit', () => {
  it('run the server as npm start does', () => {
    const [, command] = /^CMD (\[.*\])$/m.exec(read('Dockerfile')) ?? []
    expect(JSON.parse(command ?? '[]')).toEqual(['node', ...flags, 'server/main.ts'])
    expect(read('smart-farm.service')).toContain(`/node ${flags.join(' ')} server/main.ts\n`)
  })

  it('have the Node that the tests run on', () => {
    const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
    const images = [...read('Dockerfile').matchAll(/^FROM node:(\d+)-/gm)].map(([, major]) => major)
    expect(new Set(images)).toEqual(new Set([devDependencies.node.split('.')[0]]))
  })

  it('set only what the server knows', () => {
    const [, ofImage = ''] = /^ENV (.*)$/m.exec(read('Dockerfile')) ?? []
    const [, ofUnit = ''] = /^Environment=(.*)$/m.exec(read('smart-farm.service')) ?? []
    const names = `${ofImage} ${ofUnit}`.split(' ').map(each => each.split('=')[0] ?? '')
    expect(notOurs(names)).toEqual(['NODE_ENV', 'NODE_ENV'])
  })
})

it('the manifests are whole: each part names only what another brings, and the server knows its settings', () => {
  const documents = parseAllDocuments(read('kubernetes/smart-farm.yaml'))
  expect(documents.flatMap(({ errors }) => errors)).toEqual([])
  const parts = documents.map(document => document.toJS())
  const of = (kind: string) => parts.find(part => part.kind === kind)
  expect(notOurs(Object.keys(of('ConfigMap').data))).toEqual([])
  const pod = of('StatefulSet').spec.template
  const [container] = pod.spec.containers
  expect(notOurs(container.env.map(({ name }: { name: string }) => name))).toEqual([])
  const mounts = container.volumeMounts.map(({ name }: { name: string }) => name)
  expect(pod.spec.volumes.map(({ name }: { name: string }) => name).toSorted()).toEqual(mounts.toSorted())
  for (const { spec } of [of('StatefulSet'), of('PodDisruptionBudget')])
    expect(spec.selector.matchLabels).toEqual(pod.metadata.labels)
  expect(of('Service').spec.selector).toEqual(pod.metadata.labels)
  const claim = pod.spec.volumes.find((volume: object) => 'persistentVolumeClaim' in volume)
  expect(claim.persistentVolumeClaim.claimName).toBe(of('PersistentVolumeClaim').metadata.name)
})

it('the rules of the broker are those of the documents', () => {
  const [, documented] = /```acl\n([\s\S]*?)```/.exec(readFileSync('docs/operations.md', 'utf8')) ?? []
  expect(read('mosquitto.acl')).toBe(documented)
})
