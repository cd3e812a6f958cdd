import { randomBytes } from 'node:crypto'
import { MediaError } from '../media-types.ts'
import type { CallerRules } from './callers.ts'
import { type CallAnswer, type CallOffer, GbCalls } from './calls.ts'
import { hasPicture } from './device-ids.ts'
import { type DeviceMessage, readDeviceMessage, writeDeviceMessage } from './manscdp.ts'
import { Registrar, type RegistrarEvents, type Session } from './registrar.ts'
import { type Answer, SipExchange } from './sip-exchange.ts'
import type { SipPeer, SipRequest } from './sip-message.ts'

/** As the page of every device has it by default, s, and how many may be missed. */
export const KEEP_ALIVE_S = 60
const MISSED_MOST = 3
const SWEEP_MS = 5_000
/** Pieces of a catalogue follow each other. ms */
const CATALOG_MS = 10_000
const CATALOG_MOST = 1_000
/** A recording was sent to its end (GB/T 28181-2016, 9.8). */
const PLAYED = '121'

/** A picture that a device says it has. */
export interface CatalogEntry {
  id: string
  name: string
  isOn: boolean
}

/** What a device said of itself. */
export interface DeviceInfo {
  manufacturer: string
  model: string
  firmware: string
}

/** What a device reports by itself: movement, a covered lens, a lost disk. */
export interface DeviceAlarm {
  channelId: string
  priority: string
  method: string
  description: string
}

/** Who hears what devices do. */
export interface GbEvents extends RegistrarEvents {
  catalog(deviceId: string, entries: readonly CatalogEntry[]): void
  info(deviceId: string, info: DeviceInfo): void
  alarm(deviceId: string, alarm: DeviceAlarm): void
  /** A message that could not be handled. */
  failed(error: unknown): void
}

export interface GbServerOptions {
  /** 20 digits; the first ten are the domain. */
  serverId: string
  host: string
  /** 0 for any. */
  port: number
  /** Where devices reach this server; an address of IPv4. */
  address: string
  callers: CallerRules
  events: GbEvents
  /** The server's time as devices want it. */
  date?: () => string
  keepAliveMs?: number
  sweepMs?: number
}

/** The platform's side of GB/T 28181-2016: devices sign in, tell their channels, and send a picture when they are invited. */
export class GbServer {
  readonly #options: GbServerOptions
  readonly #exchange: SipExchange
  readonly #registrar: Registrar
  readonly #calls: GbCalls
  readonly #catalogs = new Map<
    string,
    { sn: string; entries: Map<string, CatalogEntry>; late: NodeJS.Timeout }
  >()
  #timer: NodeJS.Timeout | undefined
  #sn = 0

  constructor(options: GbServerOptions) {
    this.#options = options
    const { serverId, host, port, address, callers, events } = options
    this.#registrar = new Registrar({
      realm: serverId.slice(0, 10),
      date: options.date ?? (() => new Date().toISOString().slice(0, 23)),
      silentMs: (options.keepAliveMs ?? KEEP_ALIVE_S * 1_000) * MISSED_MOST,
      passwordOf: events.passwordOf,
      refused: events.refused,
      keptAlive: events.keptAlive,
      registered: session => {
        events.registered(session)
        // Once it has its answer: it is not signed in before.
        setImmediate(() => {
          void this.askCatalog(session.deviceId)
          void this.#query(session, 'DeviceInfo')
        })
      },
      gone: session => {
        this.#calls.end(session.deviceId)
        events.gone(session)
      },
    })
    this.#exchange = new SipExchange({
      host,
      port,
      address,
      callers,
      answer: (request, from) =>
        this.#answer(request, from).catch(error => {
          events.failed(error)
          return { status: 503 }
        }),
      late: response => this.#calls.late(response),
      left: from => this.#registrar.left(from),
    })
    this.#calls = new GbCalls({ serverId, address, exchange: this.#exchange })
  }

  get port(): number {
    return this.#exchange.port
  }

  async start(): Promise<void> {
    await this.#exchange.start()
    this.#timer = setInterval(() => this.#registrar.sweep(), this.#options.sweepMs ?? SWEEP_MS)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    for (const { late } of this.#catalogs.values()) clearTimeout(late)
    this.#calls.hangUpAll()
    await this.#exchange.stop()
  }

  isRegistered(deviceId: string): boolean {
    return this.#registrar.get(deviceId) !== undefined
  }

  /** Ends what a device has here: it must sign in again. */
  forget(deviceId: string): void {
    this.#registrar.forget(deviceId)
  }

  /** Asks a device for its channels. False if it is not there or does not take the question. */
  async askCatalog(deviceId: string): Promise<boolean> {
    const session = this.#registrar.get(deviceId)
    return session !== undefined && this.#query(session, 'Catalog')
  }

  /** Sends an order to a channel. False if its device is not there or does not take it. */
  async order(
    deviceId: string,
    channelId: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<boolean> {
    const session = this.#registrar.get(deviceId)
    if (!session) return false
    const body = writeDeviceMessage('Control', {
      CmdType: 'DeviceControl',
      SN: this.#nextSn(),
      DeviceID: channelId,
      ...fields,
    })
    return this.#send(session, body, channelId)
  }

  /** Invites a device to send a picture. Rejects with MediaError. */
  invite(offer: CallOffer, ended: () => void): Promise<{ callId: string; answer: CallAnswer }> {
    const session = this.#registrar.get(offer.deviceId)
    if (!session) return Promise.reject(new MediaError('invite', 'notRegistered'))
    return this.#calls.invite(offer, session.peer, ended)
  }

  hangUp(callId: string): void {
    this.#calls.hangUp(callId)
  }

  /** The device and channel that a call is with. */
  callOf(callId: string): Pick<CallOffer, 'deviceId' | 'channelId'> | undefined {
    return this.#calls.of(callId)
  }

  async #answer(request: SipRequest, from: SipPeer): Promise<Answer | undefined> {
    if (request.method === 'REGISTER') return this.#registrar.register(request, from)
    const session = this.#registrar.of(request, from)
    if (request.method === 'BYE') return { status: this.#calls.said(request, from) ? 200 : 481 }
    // It is not told whether the device is known.
    if (!session) return { status: 403 }
    if (request.method !== 'MESSAGE' && request.method !== 'NOTIFY' && request.method !== 'OPTIONS')
      return { status: 405 }
    if (request.method === 'OPTIONS') return { status: 200 }
    const message = readDeviceMessage(request.body)
    if (!message) return { status: 400 }
    this.#registrar.heard(session)
    this.#take(session, message)
    return { status: 200 }
  }

  #take(session: Session, message: DeviceMessage): void {
    const { events } = this.#options
    const { root, command, fields } = message
    const { deviceId } = session
    const said = (name: string) => fields.get(name) ?? ''
    if (root === 'Notify' && command === 'Keepalive') events.keptAlive(session)
    else if (root === 'Notify' && command === 'MediaStatus') {
      if (said('NotifyType') === PLAYED) this.#calls.played(deviceId, message.deviceId)
    } else if (root === 'Notify' && command === 'Alarm')
      events.alarm(deviceId, {
        channelId: message.deviceId,
        priority: said('AlarmPriority'),
        method: said('AlarmMethod'),
        description: said('AlarmDescription'),
      })
    else if (root === 'Response' && command === 'Catalog') this.#collect(deviceId, message)
    else if (root === 'Response' && command === 'DeviceInfo')
      events.info(deviceId, {
        manufacturer: said('Manufacturer'),
        model: said('Model'),
        firmware: said('Firmware'),
      })
  }

  /** Puts the pieces of a catalogue together: they carry the number of the question. */
  #collect(deviceId: string, { sn, items, fields }: DeviceMessage): void {
    const collecting = this.#catalogs.get(deviceId)
    if (!collecting || collecting.sn !== sn) return
    const { entries } = collecting
    for (const item of items) {
      const id = item.get('DeviceID') ?? ''
      if (entries.size >= CATALOG_MOST || id === '') continue
      entries.set(id, {
        id,
        name: item.get('Name') ?? '',
        isOn: !/^OFF/i.test(item.get('Status') ?? ''),
      })
    }
    if (entries.size >= Math.min(Number(fields.get('SumNum') ?? 0) || 0, CATALOG_MOST)) this.#finish(deviceId)
    else collecting.late.refresh()
  }

  #finish(deviceId: string): void {
    const found = this.#catalogs.get(deviceId)
    if (!found) return
    clearTimeout(found.late)
    this.#catalogs.delete(deviceId)
    this.#options.events.catalog(
      deviceId,
      [...found.entries.values()].filter(({ id }) => hasPicture(id, deviceId)),
    )
  }

  #query(session: Session, command: 'Catalog' | 'DeviceInfo'): Promise<boolean> {
    const { deviceId } = session
    const sn = this.#nextSn()
    if (command === 'Catalog') {
      clearTimeout(this.#catalogs.get(deviceId)?.late)
      const late = setTimeout(() => this.#finish(deviceId), CATALOG_MS)
      late.unref()
      this.#catalogs.set(deviceId, { sn, entries: new Map(), late })
    }
    return this.#send(session, writeDeviceMessage('Query', { CmdType: command, SN: sn, DeviceID: deviceId }))
  }

  async #send({ peer, deviceId }: Session, body: Buffer, to = deviceId): Promise<boolean> {
    const { serverId } = this.#options
    const uri = `sip:${to}@${peer.ip}:${peer.port}`
    const asked = await this.#exchange.ask({
      peer,
      method: 'MESSAGE',
      uri,
      from: `<sip:${serverId}@${serverId.slice(0, 10)}>;tag=${randomBytes(6).toString('hex')}`,
      to: `<${uri}>`,
      callId: randomBytes(12).toString('hex'),
      cseq: 1,
      headers: [['Content-Type', 'Application/MANSCDP+xml']],
      body,
    })
    return asked !== undefined && asked.response.status < 300
  }

  #nextSn(): string {
    this.#sn = (this.#sn % 999_999) + 1
    return String(this.#sn)
  }
}
