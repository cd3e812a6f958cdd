import type { MqttClient } from 'mqtt'
import { connect } from 'mqtt'
import { z } from 'zod'
import { decodePayload } from '#shared/sparkplug/decode.ts'
import type { Metric } from '#shared/sparkplug/types.ts'

/** Opens one MQTT session with a death certificate as its will; does not reconnect by itself. */
export function openSession(
  { url, group, code, secret }: { url: string; group: string; code: string; secret: string },
  willTopic: string,
  will: Buffer,
): MqttClient {
  return connect(url, {
    protocolVersion: 4,
    clientId: `${group}-${code}`,
    username: code,
    password: secret,
    clean: true,
    keepalive: 30,
    connectTimeout: 10_000,
    // each connection is a new session: nothing old may slip out before the births
    reconnectPeriod: 0,
    queueQoSZero: false,
    will: { topic: willTopic, payload: will, qos: 1, retain: false },
  })
}

const HostState = z.object({ online: z.boolean(), timestamp: z.number() })

/** The contents of a host's STATE; undefined if unreadable. */
export function readHostState(payload: Buffer): z.infer<typeof HostState> | undefined {
  try {
    return HostState.parse(JSON.parse(payload.toString('utf8')))
  } catch {
    return undefined
  }
}

/** Metrics of a Sparkplug message; undefined if unreadable. */
export function readMetrics(payload: Buffer): Metric[] | undefined {
  try {
    return decodePayload(payload).metrics
  } catch {
    return undefined
  }
}

/** Waits for `begin` to call back, at most `limit` ms. */
export function within(limit: number, begin: (done: () => void) => void): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, limit)
    begin(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
