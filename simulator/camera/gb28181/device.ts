import { createHash, randomBytes } from 'node:crypto'
import type { Film } from '../film.ts'
import { gbk } from './gbk.ts'
import { type Meddle, type Sending, sendFilm, type Wanted } from './media.ts'
import { headerOf, openWay, type Way } from './way.ts'

/** What is entered on the page of a camera or recorder. */
export interface GbDeviceSettings {
  serverId: string
  domain: string
  serverIp: string
  serverPort: number
  deviceId: string
  password: string
  transport?: 'udp' | 'tcp'
  channels: readonly { id: string; name: string }[]
  /** s */
  keepAliveS?: number
  film(channelId: string): Film | undefined
  meddle?: Meddle
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
const KEEP_ALIVE_S = 60
/** Entries of the catalogue in one message, as of small recorders. */
const A_MESSAGE = 2

/** A camera or recorder that signs in at a platform and sends when it is invited (GB/T 28181-2016). */
export async function startGbDevice(settings: GbDeviceSettings): Promise<GbDevice> {
  const { transport = 'udp', serverPort, serverIp } = settings
  const device = new GbDevice(settings, await openWay(transport, serverPort, serverIp))
  device.register()
  return device
}

export class GbDevice {
  /** Statuses of the answers to its REGISTER, in order. */
  readonly answers: number[] = []
  /** Orders it was given: `A50F…` of PTZCmd. */
  readonly orders: string[] = []
  /** Times of its recordings that it was asked for. s since 1970 */
  readonly played: { from: number; to: number }[] = []
  readonly #settings: GbDeviceSettings
  readonly #way: Way
  readonly #sending = new Map<string, Sending>()
  /** Messages it has obeyed: repeated ones are the same. */
  readonly #obeyed = new Set<string>()
  readonly #invited = new Set<string>()
  readonly #callId = randomBytes(8).toString('hex')
  readonly #beating: NodeJS.Timeout
  #cseq = 0
  #isStopped = false

  constructor(settings: GbDeviceSettings, way: Way) {
    this.#settings = settings
    this.#way = way
    way.onMessage(text => this.#hear(text))
    this.#beating = setInterval(() => this.keepAlive(), (settings.keepAliveS ?? KEEP_ALIVE_S) * 1_000)
  }

  /** Pictures it sends at the moment. */
  get sending(): number {
    return this.#sending.size
  }

  register(authorization?: string): void {
    const { deviceId } = this.#settings
    this.#request('REGISTER', {
      Contact: `<sip:${deviceId}@${this.#way.ip}:${this.#way.port}>`,
      Expires: '3600',
      ...(authorization && { Authorization: authorization }),
    })
  }

  keepAlive(): void {
    this.#say('Notify', 'Keepalive', String(this.#cseq), '<Status>OK</Status>\r\n')
  }

  /** Has played a recording of a channel to its end. */
  finish(channelId: string): void {
    this.#say('Notify', 'MediaStatus', String(this.#cseq), '<NotifyType>121</NotifyType>\r\n', channelId)
  }

  /** Falls silent, as when its power is cut. */
  stop(): void {
    if (this.#isStopped) return
    this.#isStopped = true
    clearInterval(this.#beating)
    for (const each of this.#sending.values()) each.stop()
    this.#sending.clear()
    this.#way.close()
  }

  #write(first: string, headers: Record<string, string>, body: Buffer = Buffer.alloc(0)): void {
    const lines = Object.entries({ ...headers, 'Content-Length': String(body.length) })
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    if (!this.#isStopped) this.#way.send(Buffer.concat([Buffer.from(`${first}\r\n${head}\r\n`), body]))
  }

  #request(method: string, more: Record<string, string>, body?: Buffer, call = this.#callId): void {
    const { deviceId, domain, serverId } = this.#settings
    const { name, ip, port } = this.#way
    this.#cseq += 1
    const own = `sip:${deviceId}@${domain}`
    const headers = {
      Via: `SIP/2.0/${name} ${ip}:${port};rport;branch=z9hG4bK${randomBytes(6).toString('hex')}`,
      From: `<${own}>;tag=${randomBytes(4).toString('hex')}`,
      To: method === 'REGISTER' ? `<${own}>` : `<sip:${serverId}@${domain}>`,
      'Call-ID': call,
      CSeq: `${this.#cseq} ${method}`,
      'Max-Forwards': '70',
      ...more,
    }
    this.#write(`${method} sip:${serverId}@${domain} SIP/2.0`, headers, body)
  }

  #say(root: string, command: string, sn: string, more: string, of = this.#settings.deviceId): void {
    const said = `<CmdType>${command}</CmdType>\r\n<SN>${sn}</SN>\r\n<DeviceID>${of}</DeviceID>\r\n${more}`
    const body = gbk(`<?xml version="1.0" encoding="GB2312"?>\r\n<${root}>\r\n${said}</${root}>\r\n`)
    const headers = { 'Content-Type': 'Application/MANSCDP+xml' }
    this.#request('MESSAGE', headers, body, randomBytes(8).toString('hex'))
  }

  #signIn(challenge: string): void {
    const { deviceId, password, serverId, domain } = this.#settings
    const said = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(challenge)?.[1] ?? ''
    const uri = `sip:${serverId}@${domain}`
    const who = md5(`${deviceId}:${said('realm')}:${password}`)
    const answer = md5(`${who}:${said('nonce')}:${md5(`REGISTER:${uri}`)}`)
    this.register(
      `Digest username="${deviceId}", realm="${said('realm')}", nonce="${said('nonce')}", uri="${uri}", response="${answer}", algorithm=MD5`,
    )
  }

  #tellChannels(sn: string): void {
    const { channels } = this.#settings
    for (let at = 0; at < channels.length; at += A_MESSAGE) {
      const items = channels
        .slice(at, at + A_MESSAGE)
        .map(
          ({ id, name }) =>
            `<Item><DeviceID>${id}</DeviceID><Name>${name}</Name><Parental>0</Parental><Status>ON</Status></Item>\r\n`,
        )
      const list = `<DeviceList Num="${items.length}">\r\n${items.join('')}</DeviceList>\r\n`
      this.#say('Response', 'Catalog', sn, `<SumNum>${channels.length}</SumNum>${list}`)
    }
  }

  #obey(xml: string): void {
    const said = (name: string) => new RegExp(`<${name}>([^<]*)<`).exec(xml)?.[1] ?? ''
    if (said('CmdType') === 'Catalog') this.#tellChannels(said('SN'))
    else if (said('CmdType') === 'DeviceInfo') {
      const own = '<Manufacturer>模拟器</Manufacturer><Model>SIM-8</Model><Firmware>V1.0</Firmware>\r\n'
      this.#say('Response', 'DeviceInfo', said('SN'), `<Result>OK</Result>${own}`)
    } else if (said('PTZCmd') !== '') this.orders.push(said('PTZCmd'))
  }

  #answer(text: string, status: string, body = '', tag = ''): void {
    const taken = ['Via', 'From', 'To', 'Call-ID', 'CSeq'].map(name => {
      const value = headerOf(text, name)
      return [name, name === 'To' && tag ? `${value};tag=${tag}` : value] as const
    })
    const own = body && {
      Contact: `<sip:${this.#settings.deviceId}@${this.#way.ip}:${this.#way.port}>`,
      'Content-Type': 'application/sdp',
    }
    this.#write(`SIP/2.0 ${status}`, { ...Object.fromEntries(taken), ...own }, Buffer.from(body))
  }

  async #send(text: string): Promise<void> {
    const { film, meddle = each => [each], deviceId } = this.#settings
    const call = headerOf(text, 'Call-ID')
    const shown = film(/^INVITE sip:(\d+)@/.exec(text)?.[1] ?? '')
    const wanted = wantedIn(text)
    if (!shown || !wanted) {
      this.#answer(text, '404 Not Found', '', 'a')
      return
    }
    this.#answer(text, '100 Trying')
    // A repeated invitation is one.
    if (this.#invited.has(call)) return
    this.#invited.add(call)
    const [, from, to] = /^t=(\d+) (\d+)/m.exec(text) ?? []
    if (/^s=Playback/m.test(text)) this.played.push({ from: Number(from), to: Number(to) })
    const begun = await sendFilm(shown, wanted, meddle)
    this.#sending.set(call, begun)
    this.#answer(text, '200 OK', descriptionOf(deviceId, wanted, begun.port), 'b')
  }

  #hear(text: string): void {
    const status = Number(/^SIP\/2\.0 (\d{3})/.exec(text)?.[1] ?? 0)
    const call = headerOf(text, 'Call-ID')
    if (status > 0) {
      if (!headerOf(text, 'CSeq').endsWith('REGISTER')) return
      this.answers.push(status)
      // Once: whoever is refused asks its owner.
      if (status === 401 && this.answers.length % 2 === 1) this.#signIn(headerOf(text, 'WWW-Authenticate'))
    } else if (text.startsWith('MESSAGE')) {
      this.#answer(text, '200 OK', '', 'c')
      if (!this.#obeyed.has(call)) this.#obey(text)
      this.#obeyed.add(call)
    } else if (text.startsWith('INVITE')) void this.#send(text)
    else if (text.startsWith('BYE')) {
      this.#sending.get(call)?.stop()
      this.#sending.delete(call)
      this.#answer(text, '200 OK')
    }
  }
}

function descriptionOf(deviceId: string, { transport, setup, ssrc }: Wanted, port: number): string {
  const isTcp = transport === 'tcp'
  return [
    'v=0',
    `o=${deviceId} 0 0 IN IP4 127.0.0.1`,
    's=Play',
    'c=IN IP4 127.0.0.1',
    't=0 0',
    `m=video ${port} ${isTcp ? 'TCP/' : ''}RTP/AVP 96`,
    'a=sendonly',
    'a=rtpmap:96 PS/90000',
    ...(isTcp ? [`a=setup:${setup === 'active' ? 'passive' : 'active'}`, 'a=connection:new'] : []),
    `y=${String(ssrc).padStart(10, '0')}`,
    '',
  ].join('\r\n')
}

function wantedIn(text: string): Wanted | undefined {
  const ip = /^c=IN IP4 (\S+)/m.exec(text)?.[1]
  const [, port, protocol = ''] = /^m=video (\d+) (\S+)/m.exec(text) ?? []
  const ssrc = /^y=(\d+)/m.exec(text)?.[1]
  if (ip === undefined || port === undefined || ssrc === undefined) return undefined
  const setup = /^a=setup:(passive|active)/m.exec(text)?.[1] as Wanted['setup']
  return {
    ip,
    port: Number(port),
    ssrc: Number(ssrc),
    transport: protocol.startsWith('TCP') ? 'tcp' : 'udp',
    setup,
  }
}
