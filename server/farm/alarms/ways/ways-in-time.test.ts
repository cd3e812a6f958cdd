import { once } from 'node:events'
import { createServer as createHttp } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { eq } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { alarmWays } from '#shared/contracts/alarm-ways.ts'
import { webPush } from '#shared/contracts/web-push.ts'
import { CALL_ANSWERS } from '../../../features/alarms/call-answers.ts'
import { type Gateway, startGateway } from '../../../platform/calls/testing/gateway.ts'
import { SYSTEM } from '../../../platform/database/store.ts'
import { alarmWay } from '../../../platform/database/tables/alarm-ways.ts'
import { noticeMessage } from '../../../platform/database/tables/histories.ts'
import { mail } from '../../../platform/database/tables/mail.ts'
import { pushSubscription } from '../../../platform/database/tables/push.ts'
import { startHeartbeat } from '../../../platform/heartbeat.ts'
import { startMail } from '../../../platform/mail/mail.ts'
import { startMailServer } from '../../../platform/mail/testing/mail-server.ts'
import { signedHeaders } from '../../../platform/network/sign-webhook.ts'
import { type PushService, startPushService } from '../../../platform/push/testing/push-service.ts'
import { eventually } from '../../../telemetry/testing/eventually.ts'
import { type Person, type TestApp, testApp } from '../../../testing/app.ts'
import { buildHouse } from '../../../testing/farm-builder.ts'
import { type SetClock, setClock } from '../../../testing/set-clock.ts'
import { startWays } from './watch-ways.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
/** Of every gateway here. */
const SECRET = 'a secret of the gateway and us'

let farm: TestApp
let service: PushService
let owner: Person
let staff: Person
beforeAll(async () => {
  service = await startPushService()
  farm = await testApp({ demo: false, alertGateway: { url: 'http://127.0.0.1:9', secret: SECRET } })
  const { sharing, provider } = farm.offices
  await buildHouse(farm.services, sharing, { name: 'House 1' })
  owner = await farm.as({ office: sharing, kind: 2, grants: ['farm_access:enable', 'house_alarm:query'] })
  staff = await farm.as({ office: provider, kind: 1, grants: ['dashboard_monitor:query'] })
})
afterAll(async () => {
  await farm?.close()
  await service?.stop()
})
const db = () => farm.services.store.scoped(SYSTEM)
const forget = async () => {
  for (const table of [alarmWay, noticeMessage, pushSubscription, mail]) await db().delete(table)
}
beforeEach(forget)

type Ways = Parameters<typeof startWays>[0]
/** A way that lives, and how it dies. */
interface Case {
  way: 'mail' | 'push' | 'call' | 'watchdog'
  config?: Partial<Ways['config']>
  die(clock: SetClock): Promise<void>
  /** What its other end does between two looks. */
  meanwhile?(): Promise<void>
}
interface Course {
  /** Others that live by the same clock. */
  others?(clock: SetClock): Pick<Ways, 'heartbeat'>
  /** The first look at the ways comes so much later than they start. ms */
  phase?: number
  /** It dies after so many more looks or beats that went well. */
  later?: number
  from?: number
}

/**
 * How long after its death a way is told dead, by the numbers that run, ms: it dies just after a look that found it well. The clock
 * goes on only when everybody who lives by it waits.
 */
function toldAfter(one: Case, { others, phase = 0, later = 0, from }: Course = {}): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let diedAt: number | undefined
  let well = 0
  const stateOf = async () => {
    const [row] = await db().select().from(alarmWay).where(eq(alarmWay.way, one.way))
    return row && (row.deadSince === null ? 'lives' : 'dead')
  }
  const isTold = async (who: Person) =>
    (await db().$count(noticeMessage, eq(noticeMessage.accountId, who.accountId))) > 0
  const step = async (now: number): Promise<boolean> => {
    await one.meanwhile?.()
    const state = await stateOf()
    if (diedAt === undefined) {
      if (state !== 'lives' || well++ < later) return true
      await one.die(clock)
      diedAt = now
      return true
    }
    if (state !== 'dead') return true
    expect(await isTold(staff)).toBe(true)
    // A watchdog is the staff's to mend.
    expect(await isTold(owner)).toBe(one.way !== 'watchdog')
    resolve(now - diedAt)
    return false
  }
  const clock = setClock(
    others ? 2 : 1,
    now =>
      step(now).catch(error => {
        reject(error)
        return false
      }),
    from,
  )
  const more = others?.(clock)
  const { alertGateway: _, ...without } = farm.services.config
  const watch = () => {
    const running = startWays({
      ...farm.services,
      config: { ...without, ...one.config },
      agent: service.agent(),
      clock,
      ...more,
    })
    onTestFinished(() => running.stop())
  }
  if (phase === 0) watch()
  else void clock.pause(phase, new AbortController().signal).then(watch)
  return promise
}

/** Takes connections at this port, and says nothing to anybody. */
async function silentAt(port: number, clock: SetClock): Promise<void> {
  const sockets: Socket[] = []
  const server = createServer(socket => {
    sockets.push(socket)
    clock.runOut()
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
}

interface Line {
  problem: string | null
  isMute: boolean
}
/** A gateway that answers each test from its line, until it is told what is wrong there, or to answer no more. */
function answeringGateway(gateway: Gateway, line: Line) {
  const answered = new Set<string>()
  return async () => {
    for (const { id, isOurs } of gateway.heard) {
      expect(isOurs).toBe(true)
      if (answered.has(id) || line.isMute) continue
      answered.add(id)
      const { problem } = line
      const body = JSON.stringify({
        type: 'alarm.pong',
        ping: id,
        isUp: problem === null,
        ...(problem !== null && { problem }),
      })
      const answer = await farm.app.inject({
        method: 'POST',
        url: CALL_ANSWERS,
        body,
        headers: {
          'content-type': 'application/json',
          ...signedHeaders(body, { id: `pong ${id}`, secret: SECRET, at: Date.now() }),
        },
      })
      expect(answer.statusCode).toBe(200)
    }
  }
}
async function gatewayThat(die: (gateway: Gateway, line: Line) => unknown): Promise<Case> {
  const gateway = await startGateway()
  let isThere = true
  const stop = async () => {
    if (isThere) await gateway.stop()
    isThere = false
  }
  onTestFinished(stop)
  const line: Line = { problem: null, isMute: false }
  return {
    way: 'call',
    config: { alertGateway: { url: gateway.url, secret: SECRET } },
    meanwhile: answeringGateway(gateway, line),
    die: async () => void (await die({ ...gateway, stop }, line)),
  }
}

const deaths: Record<string, () => Promise<Case>> = {
  'a mail server that refuses connections': async () => {
    const server = await startMailServer()
    onTestFinished(() => server.stop())
    return { way: 'mail', config: { smtpUrl: server.url }, die: () => server.stop() }
  },
  'a mail server that accepts and says nothing': async () => {
    const server = await startMailServer()
    onTestFinished(() => server.stop())
    const die = async (clock: SetClock) => {
      await server.stop()
      await silentAt(server.port, clock)
    }
    return { way: 'mail', config: { smtpUrl: server.url }, die }
  },
  'a push service that is gone': async () => {
    const { endpoint, p256dh, auth } = service.subscribe('phone')
    await owner.call(webPush.subscribe, { body: { endpoint, p256dh, auth } })
    onTestFinished(() => service.wake())
    return { way: 'push', die: () => service.rest() }
  },
  'a gateway that is gone': () => gatewayThat(gateway => gateway.stop()),
  'a gateway that refuses': () =>
    gatewayThat(gateway => gateway.answers.push(...Array.from({ length: 20 }, () => 503))),
  'a gateway that says, signed, that it has no SIM card': () =>
    gatewayThat((_, line) => {
      line.problem = 'no SIM card'
    }),
  'a gateway that takes tests and answers none any more': () =>
    gatewayThat((_, line) => {
      line.isMute = true
    }),
}

test.each(Object.keys(deaths))('%s is told within 90 seconds of its death', async name => {
  const one = await (deaths[name] as () => Promise<Case>)()
  // Answers are noted by the clock of the wall: after the test of before, and before the next.
  expect(await toldAfter(one, { from: Date.now() - 5 * SECOND })).toBeLessThanOrEqual(90 * SECOND)
})

test('a watchdog that answers no more is told within 90 seconds, whenever the looks at it fall', async () => {
  for (const phase of [0, 1, 15, 29])
    for (const later of [0, 1, 2]) {
      await forget()
      const watchdog = createHttp((_, reply) => void reply.end())
      await once(watchdog.listen(0, '127.0.0.1'), 'listening')
      const { port } = watchdog.address() as AddressInfo
      const heartbeatUrl = `http://127.0.0.1:${port}/`
      const die = async () => {
        watchdog.closeAllConnections()
        await new Promise(resolve => watchdog.close(resolve))
      }
      const others = (clock: SetClock) => {
        const disk = async () => ({ free: 50e9, total: 100e9 })
        const heartbeat = startHeartbeat(heartbeatUrl, { ...farm.services, clock }, undefined, disk)
        onTestFinished(() => heartbeat.stop())
        return { heartbeat }
      }
      const one: Case = { way: 'watchdog', config: { heartbeatUrl }, die }
      expect(
        await toldAfter(one, { others, phase: phase * SECOND, later }),
        `${phase} s later, after ${later} more`,
      ).toBeLessThanOrEqual(90 * SECOND)
    }
})

test('a mail server that takes mails and loses them is told within five minutes of the last that arrived', async () => {
  const server = await startMailServer()
  onTestFinished(() => server.stop())
  const config = { smtpUrl: server.url, mailProofTo: 'proof@elsewhere.example' }
  const sending = startMail({ ...farm.services, config: { ...farm.services.config, ...config } })
  onTestFinished(() => sending.stop())
  /** The first one arrives, and is read; no later one is. */
  const die = async () => {
    await eventually(() => server.mails.length).toBe(1)
    const { text = '' } = await PostalMime.parse(server.mails[0]?.raw ?? '')
    const token = /[?&]token=(mailbox\.[\w.-]+)/.exec(text)?.[1] ?? ''
    const answer = await farm.stranger.ask(alarmWays.confirmWay, { body: { token } })
    expect(answer.json().data).toEqual({ state: 'proven' })
  }
  // The first look only notes the way, the second sends; the answer is noted by the clock of the wall.
  const took = await toldAfter({ way: 'mail', config, die }, { later: 1, from: Date.now() - MINUTE })
  expect(took).toBeGreaterThan(90 * SECOND)
  expect(took).toBeLessThanOrEqual(5 * MINUTE)
  expect((await db().select().from(alarmWay))[0]?.problem).toBe('takes mails and loses them')
})
