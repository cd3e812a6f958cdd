import { isIPv4 } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import type { SipSettings } from '../../platform/config.ts'
import { type Networks, networksAsText } from '../../platform/network/outside.ts'
import type { CallerRules } from './callers.ts'
import { type GbEvents, GbServer, KEEP_ALIVE_S } from './gb-server.ts'
import type { GbSide, GbState } from './gb-side.ts'

interface Options {
  sip: SipSettings
  host: string
  cameraNetworks: Networks
  /** The server's time as devices want it. */
  date(): string
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
  keepAliveMs?: number
}

export interface Station extends GbSide {
  /** Devices may sign in from now on. Rejects if the port is taken. */
  start(events: Omit<GbEvents, 'failed'>): Promise<void>
  stop(): Promise<void>
}

/** Where devices are listened for: they know IPv4 only. */
const ipv4Of = (host: string): string => {
  if (isIPv4(host)) return host
  return host === 'localhost' || host === '::1' ? '127.0.0.1' : '0.0.0.0'
}

/** The side of the server that devices of GB/T 28181 call. Before it is started nobody is here. */
export function openStation(options: Options): Station {
  const { sip, cameraNetworks, date, log, keepAliveMs } = options
  const host = ipv4Of(options.host)
  const callers: CallerRules = { networks: networksAsText(cameraNetworks), isLocal: host.startsWith('127.') }
  const refused = new Map<string, number>()
  const heard = new Map<string, number>()
  let server: GbServer | undefined
  return {
    door: { ...callers, host, ports: sip.mediaPorts },
    get place() {
      return {
        serverId: sip.serverId,
        domain: sip.serverId.slice(0, 10),
        address: sip.address,
        port: server?.port ?? sip.port,
      }
    },
    async start(events) {
      server = new GbServer({
        serverId: sip.serverId,
        host,
        port: sip.port,
        address: sip.address,
        callers,
        date,
        ...(keepAliveMs !== undefined && { keepAliveMs }),
        events: {
          ...events,
          registered(session) {
            refused.delete(session.deviceId)
            heard.set(session.deviceId, Date.now())
            events.registered(session)
          },
          refused(deviceId) {
            refused.set(deviceId, Date.now())
            events.refused(deviceId)
          },
          keptAlive(session) {
            heard.set(session.deviceId, Date.now())
            events.keptAlive(session)
          },
          gone(session) {
            heard.delete(session.deviceId)
            events.gone(session)
          },
          failed: error => log.error({ err: error }, 'a message of a device could not be handled'),
        },
      })
      await server.start()
    },
    async stop() {
      await server?.stop()
      server = undefined
    },
    state(deviceId): GbState {
      const at = heard.get(deviceId)
      return {
        isRegistered: server?.isRegistered(deviceId) ?? false,
        isRefused: refused.has(deviceId),
        isAlive: at !== undefined && Date.now() - at < KEEP_ALIVE_S * 2_000,
      }
    },
    invite: (offer, ended) => {
      if (!server) return Promise.reject(new Error('devices cannot call yet'))
      return server.invite(offer, ended)
    },
    hangUp: callId => server?.hangUp(callId),
    sendsAs(callId, ssrc) {
      const { deviceId, channelId } = server?.callOf(callId) ?? {}
      log.warn({ deviceId, channelId, ssrc }, 'a device sends under another SSRC than it agreed to')
    },
    askCatalog: async deviceId => (await server?.askCatalog(deviceId)) ?? false,
    order: async (deviceId, channelId, fields) => (await server?.order(deviceId, channelId, fields)) ?? false,
    forget(deviceId) {
      refused.delete(deviceId)
      server?.forget(deviceId)
    },
  }
}
