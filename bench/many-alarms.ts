import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { connectPeer, type Peer } from '#server/telemetry/testing/peer.ts'
import { alarms } from '#shared/contracts/alarms.ts'
import { houses } from '#shared/contracts/houses.ts'
import { DataType } from '#shared/sparkplug/types.ts'
import type { Bench } from './bench.ts'
import { createHistogram, type Histogram } from './histogram.ts'

/** What a customer notices whose alarms come while others work. */
export interface Noticed {
  /** From the report to the alarm's row, from the call to its answer, and other calls. ms */
  recorded: Histogram
  seen: Histogram
  read: Histogram
  /** Answers other than 200, by status. */
  refused: Record<number, number>
}

/** Tells of every change of an alarm, after its commit. */
const TELLS = `
  create or replace function bench_alarm() returns trigger language plpgsql as $$ begin
    perform pg_notify('bench_alarm', new.subject_id || ' ' || new.condition || ' ' || new.id || ' ' || new.code);
    return null;
  end $$;
  create or replace trigger bench_alarm after insert or update of condition on alarm
    for each row execute function bench_alarm();
  listen bench_alarm`

/** Aliases of a controller's faults begin here. */
const FIRST_ALIAS = 100

/**
 * The second customer's controllers, each of which has `faults` faults, and the person who sees to them. No fault is told twice:
 * one that comes and goes would be the same alarm.
 */
export async function openManyAlarms({ server, farm }: Bench, faults: number) {
  const customer = farm.customers[1]
  const each = farm.gateways.length / farm.customers.length
  const gateways = farm.gateways.slice(each, 2 * each)
  if (!customer || gateways.length === 0) throw new Error('The farm has no second customer')
  const client = new pg.Client({ connectionString: server.superuserUrl })
  await client.connect()
  await client.query(TELLS)
  const waiting = new Map<string, (alarmId: string) => void>()
  client.on('notification', ({ payload = '' }) => {
    const [deviceId, condition, id = '', ...code] = payload.split(' ')
    waiting.get(`${deviceId} ${condition} ${code.join(' ')}`)?.(id)
  })
  const becomes = (deviceId: string, condition: string, { name }: { name: string }) =>
    new Promise<string>(resolve =>
      waiting.set(`${deviceId} ${condition} ${name.slice('Alarm/'.length)}`, resolve),
    )
  const metrics = Array.from({ length: faults }, (_, i) => ({
    name: `Alarm/Fault ${i + 1}`,
    alias: FIRST_ALIAS + i,
    datatype: DataType.Boolean,
  }))
  const peers: Peer[] = []
  for (const { code, password, controllers } of gateways) {
    const peer = await connectPeer(`mqtt://127.0.0.1:${server.mqttPort}`, { code, password })
    await peer.nodeBirth()
    for (const controller of controllers)
      await peer.deviceBirth(
        controller,
        metrics.map(metric => ({ ...metric, value: false })),
      )
    peers.push(peer)
  }
  const controllers = gateways.flatMap(({ controllers: codes }, g) =>
    codes.map(code => ({ code, peer: peers[g] as Peer })),
  )
  const call = async (path: string, body?: object) => {
    const answer = await fetch(`${server.url}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'access-token': customer.token, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    await answer.arrayBuffer()
    return answer.status
  }
  let next = 0

  /** The next alarm: it is raised, a person sees it and reads the list of houses, and it ends. */
  async function one(noticed: Noticed): Promise<void> {
    const turn = next++
    const place = turn % controllers.length
    const metric = metrics[Math.floor(turn / controllers.length)]
    const controller = controllers[place]
    const deviceId = customer?.houses[place]?.deviceId
    if (!metric || !controller || !deviceId) throw new Error('There are no faults left')
    const asked = async (path: string, took: Histogram, body?: object) => {
      const from = performance.now()
      const status = await call(path, body)
      took.add(performance.now() - from)
      if (status !== 200) noticed.refused[status] = (noticed.refused[status] ?? 0) + 1
    }
    const raised = becomes(deviceId, 'active', metric)
    const from = performance.now()
    await controller.peer.data(controller.code, [{ ...metric, value: true }])
    const alarmId = await raised
    noticed.recorded.add(performance.now() - from)
    await asked(alarms.seen.path.replace(':id', alarmId), noticed.seen, {})
    await asked(houses.list.path, noticed.read)
    const cleared = becomes(deviceId, 'cleared', metric)
    await controller.peer.data(controller.code, [{ ...metric, value: false }])
    await cleared
  }

  return {
    /** As many alarms, spread over that time; each goes its way without waiting for the others. */
    async measure(times: number, ms: number): Promise<Noticed> {
      const [recorded, seen, read] = [createHistogram(), createHistogram(), createHistogram()]
      const noticed: Noticed = { recorded, seen, read, refused: {} }
      const began = performance.now()
      const all: Promise<void>[] = []
      for (let i = 0; i < times; i++) {
        await delay(Math.max(0, began + (i * ms) / times - performance.now()))
        all.push(one(noticed))
      }
      await Promise.all(all)
      return noticed
    },
    async close() {
      for (const peer of peers) await peer.end()
      await client.query('drop function if exists bench_alarm cascade')
      await client.end()
    },
  }
}
