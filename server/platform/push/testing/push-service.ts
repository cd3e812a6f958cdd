import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Agent, createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { decrypt } from 'http_ece'
import type { PushContent } from '#shared/push-content.ts'
import { certificates } from '../../../telemetry/testing/certificates.ts'
import { answerIn, isCut, type Mood } from '../../testing/moods.ts'

/** A push as its browser receives it: decrypted, with its headers. */
export interface Arrived {
  browser: string
  content: PushContent
  headers: Record<string, string | string[] | undefined>
  /** The sender, if the signature is right. */
  sender: { aud: string; sub: string; key: string } | null
}

interface Answer {
  status: number
  headers?: Record<string, string>
  /** Larger than anybody waits for. */
  isEndless?: boolean
}

export interface PushService {
  /** What it took, oldest first. */
  arrived: Arrived[]
  /** Number of tries, including those it did not take. */
  tries(): number
  /** Answers it gives for a browser instead of taking its push; `null`: no answer at all. */
  answers: Map<string, Answer | null>
  /** How it treats the next push of a browser that has no answer above; by default it takes each. */
  moodOf: (browser: string) => Mood
  /** A subscribing browser, as it would tell its server. */
  subscribe(browser: string): { endpoint: string; p256dh: string; auth: string }
  /** Reaches this service whatever the endpoint says. */
  agent(): Agent
  /** What {@link agentTo} needs in another process. */
  address: { port: number; ca: string }
  /** Takes no connections until woken. */
  rest(): Promise<void>
  wake(): Promise<void>
  stop(): Promise<void>
}

const HOST = 'push.farm.example'

/** Trusts a test's certificate authority and dials its push service, whatever the name. */
export function agentTo({ port, ca }: { port: number; ca: string }): Agent {
  const agent = new Agent({ ca, keepAlive: true, maxFreeSockets: 4 })
  const dial = agent.createConnection.bind(agent)
  agent.createConnection = (options, done) =>
    dial({ ...options, host: '127.0.0.1', port, servername: HOST } as typeof options, done)
  return agent
}

/** A push service over real HTTPS whose browsers decrypt what comes. */
export async function startPushService(): Promise<PushService> {
  const made = certificates()
  made.authority('authority')
  made.signed('service', HOST, 'authority')
  const ca = made.read('authority.crt')
  const browsers = new Map<string, { pair: ReturnType<typeof createECDH>; auth: string }>()
  const arrived: Arrived[] = []
  const answers = new Map<string, Answer | null>()
  const moods: Pick<PushService, 'moodOf'> = { moodOf: () => 'takes' }
  let tries = 0
  const server = createServer({ cert: made.read('service.crt'), key: made.read('service.key') })
  server.on('request', (request, response) => void answerTo(request, response))
  async function answerTo(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    tries++
    const name = request.url?.slice(1) ?? ''
    const answer = answers.get(name)
    const body = await buffer(request)
    if (answer === null) return undefined
    if (answer) {
      response.writeHead(answer.status, answer.headers)
      if (!answer.isEndless) return response.end()
      const more = () => response.destroyed || response.write(Buffer.alloc(65_536), more)
      return more()
    }
    const browser = browsers.get(name)
    if (!browser) return response.writeHead(404).end()
    const mood = moods.moodOf(name)
    if (isCut(mood)) return answerIn(mood, request, response, 201)
    const opened = decrypt(body, {
      version: 'aes128gcm',
      privateKey: browser.pair,
      authSecret: browser.auth,
    })
    arrived.push({
      browser: name,
      content: JSON.parse(opened.toString()),
      headers: request.headers,
      sender: senderOf(request.headers.authorization),
    })
    return answerIn(mood, request, response, 201)
  }
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const rest = async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
  const address = { port: await listen(0), ca }
  return Object.assign(moods, {
    arrived,
    answers,
    address,
    rest,
    tries: () => tries,
    subscribe(browser: string) {
      const pair = createECDH('prime256v1')
      const p256dh = pair.generateKeys('base64url')
      const auth = randomBytes(16).toString('base64url')
      browsers.set(browser, { pair, auth })
      return { endpoint: `https://${HOST}/${browser}`, p256dh, auth }
    },
    agent: () => agentTo(address),
    wake: async () => void (await listen(address.port)),
    stop: async () => {
      if (server.listening) await rest()
      made.remove()
    },
  })
}

/** The claims of `vapid t=…, k=…`, if the key has signed it. */
function senderOf(authorization = ''): Arrived['sender'] {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = { kty: 'EC', crv: 'P-256' }
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(part => part.toString('base64url'))
  const publicKey = createPublicKey({ format: 'jwk', key: { ...jwk, x: x ?? '', y: y ?? '' } })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return isSigned ? { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), key } : null
}
