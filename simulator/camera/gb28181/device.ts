import { createHash, randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Film } from '../film.ts'
import { gbk } from './gbk.ts'
import { type Meddle, type Sending, sendFilm, type Wanted } from './media.ts'

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

export interface GbDevice {
  /** Statuses of the answers to its REGISTER, in order. */
  readonly answers: readonly number[]
  /** Orders it was given: `A50F…` of PTZCmd. */
  readonly orders: readonly string[]
  /** Pictures it sends at the moment. */
  readonly sending: number
  register(): void
  keepAlive(): void
  /** Falls silent, as when its power is cut. */
  stop(): void
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
const KEEP_ALIVE_S = 60
/** Entries of the catalogue in one message, as of small recorders. */
const A_MESSAGE = 2

/** A camera or recorder that signs in at a platform and sends when it is invited (GB/T 28181-2016). */
export async function startGbDevice(settings: GbDeviceSettings): Promise<GbDevice> {
  const {
    serverId,
    domain,
    serverIp,
    serverPort,
    deviceId,
    password,
    channels,
    meddle = each => [each],
  } = settings
  const way = await openWay(settings)
  const answers: number[] = []
  const orders: string[] = []
  const sending = new Map<string, Sending>()
  const callId = randomBytes(8).toString('hex')
  let cseq = 0
  let isStopped = false

  const write = (first: string, headers: Record<string, string>, body: Buffer = Buffer.alloc(0)) => {
    const lines = Object.entries({ ...headers, 'Content-Length': String(body.length) })
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    if (!isStopped) way.send(Buffer.concat([Buffer.from(`${first}\r\n${head}\r\n`), body]))
  }
  const request = (method: string, more: Record<string, string>, body?: Buffer, call = callId) => {
    cseq += 1
    const own = `sip:${deviceId}@${domain}`
    write(
      `${method} sip:${serverId}@${domain} SIP/2.0`,
      {
        Via: `SIP/2.0/${way.name} ${way.ip}:${way.port};rport;branch=z9hG4bK${randomBytes(6).toString('hex')}`,
        From: `<${own}>;tag=${randomBytes(4).toString('hex')}`,
        To: method === 'REGISTER' ? `<${own}>` : `<sip:${serverId}@${domain}>`,
        'Call-ID': call,
        CSeq: `${cseq} ${method}`,
        'Max-Forwards': '70',
        ...more,
      },
      body,
    )
  }
  const say = (root: string, xml: string) =>
    request(
      'MESSAGE',
      { 'Content-Type': 'Application/MANSCDP+xml' },
      gbk(`<?xml version="1.0" encoding="GB2312"?>\r\n<${root}>\r\n${xml}</${root}>\r\n`),
      randomBytes(8).toString('hex'),
    )
  const register = (authorization?: string) =>
    request('REGISTER', {
      Contact: `<sip:${deviceId}@${way.ip}:${way.port}>`,
      Expires: '3600',
      ...(authorization && { Authorization: authorization }),
    })
  const keepAlive = () =>
    say(
      'Notify',
      `<CmdType>Keepalive</CmdType><SN>${cseq}</SN><DeviceID>${deviceId}</DeviceID><Status>OK</Status>\r\n`,
    )
  const signIn = (challenge: string) => {
    const said = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(challenge)?.[1] ?? ''
    const uri = `sip:${serverId}@${domain}`
    const who = md5(`${deviceId}:${said('realm')}:${password}`)
    const answer = md5(`${who}:${said('nonce')}:${md5(`REGISTER:${uri}`)}`)
    register(
      `Digest username="${deviceId}", realm="${said('realm')}", nonce="${said('nonce')}", uri="${uri}", response="${answer}", algorithm=MD5`,
    )
  }
  const tellChannels = (sn: string) => {
    for (let at = 0; at < channels.length; at += A_MESSAGE) {
      const items = channels
        .slice(at, at + A_MESSAGE)
        .map(
          ({ id, name }) =>
            `<Item><DeviceID>${id}</DeviceID><Name>${name}</Name><Manufacturer>Simulator</Manufacturer><Parental>0</Parental><Status>ON</Status></Item>\r\n`,
        )
      say(
        'Response',
        `<CmdType>Catalog</CmdType><SN>${sn}</SN><DeviceID>${deviceId}</DeviceID><SumNum>${channels.length}</SumNum>` +
          `<DeviceList Num="${items.length}">\r\n${items.join('')}</DeviceList>\r\n`,
      )
    }
  }
  const obey = (xml: string) => {
    const said = (name: string) => new RegExp(`<${name}>([^<]*)<`).exec(xml)?.[1] ?? ''
    const sn = said('SN')
    if (said('CmdType') === 'Catalog') tellChannels(sn)
    else if (said('CmdType') === 'DeviceInfo')
      say(
        'Response',
        `<CmdType>DeviceInfo</CmdType><SN>${sn}</SN><DeviceID>${deviceId}</DeviceID><Result>OK</Result>` +
          '<Manufacturer>模拟器</Manufacturer><Model>SIM-8</Model><Firmware>V1.0</Firmware>\r\n',
      )
    else if (said('PTZCmd') !== '') orders.push(said('PTZCmd'))
  }
  const answer = (text: string, status: string, body = '', tag = '') => {
    const taken = ['Via', 'From', 'To', 'Call-ID', 'CSeq'].flatMap(name => {
      const value = headerOf(text, name)
      return value === '' ? [] : [[name, name === 'To' && tag ? `${value};tag=${tag}` : value] as const]
    })
    write(
      `SIP/2.0 ${status}`,
      {
        ...Object.fromEntries(taken),
        ...(body && {
          Contact: `<sip:${deviceId}@${way.ip}:${way.port}>`,
          'Content-Type': 'application/sdp',
        }),
      },
      Buffer.from(body),
    )
  }
  const invited = async (text: string) => {
    const call = headerOf(text, 'Call-ID')
    const channelId = /^INVITE sip:(\d+)@/.exec(text)?.[1] ?? ''
    const film = settings.film(channelId)
    const wanted = wantedIn(text)
    if (!film || !wanted) return answer(text, '404 Not Found', '', 'a')
    answer(text, '100 Trying')
    // A repeated invitation is one.
    if (sending.has(call)) return
    const begun = await sendFilm(film, wanted, meddle)
    sending.set(call, begun)
    const isTcp = wanted.transport === 'tcp'
    const description = [
      'v=0',
      `o=${deviceId} 0 0 IN IP4 127.0.0.1`,
      's=Play',
      'c=IN IP4 127.0.0.1',
      't=0 0',
      `m=video ${begun.port} ${isTcp ? 'TCP/' : ''}RTP/AVP 96`,
      'a=sendonly',
      'a=rtpmap:96 PS/90000',
      ...(isTcp ? [`a=setup:${wanted.setup === 'active' ? 'passive' : 'active'}`, 'a=connection:new'] : []),
      `y=${String(wanted.ssrc).padStart(10, '0')}`,
      '',
    ]
    answer(text, '200 OK', description.join('\r\n'), 'b')
  }
  const hear = (text: string) => {
    const status = Number(/^SIP\/2\.0 (\d{3})/.exec(text)?.[1] ?? 0)
    if (status > 0) {
      if (!headerOf(text, 'CSeq').endsWith('REGISTER')) return
      answers.push(status)
      // Once: whoever is refused asks its owner.
      if (status === 401 && answers.length % 2 === 1) signIn(headerOf(text, 'WWW-Authenticate'))
      return
    }
    if (text.startsWith('MESSAGE')) {
      answer(text, '200 OK', '', 'c')
      obey(text)
    } else if (text.startsWith('INVITE')) void invited(text)
    else if (text.startsWith('BYE')) {
      sending.get(headerOf(text, 'Call-ID'))?.stop()
      sending.delete(headerOf(text, 'Call-ID'))
      answer(text, '200 OK')
    }
  }
  way.onMessage(hear)
  register()
  const beating = setInterval(keepAlive, (settings.keepAliveS ?? KEEP_ALIVE_S) * 1_000)
  return {
    answers,
    orders,
    get sending() {
      return sending.size
    },
    register: () => register(),
    keepAlive,
    stop() {
      if (isStopped) return
      isStopped = true
      clearInterval(beating)
      for (const each of sending.values()) each.stop()
      sending.clear()
      way.close()
    },
  }

  async function openWay({ transport = 'udp' }: GbDeviceSettings): Promise<Way> {
    if (transport === 'udp') {
      const socket = createSocket('udp4')
      await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', resolve))
      const { address, port } = socket.address()
      return {
        name: 'UDP',
        ip: address,
        port,
        send: bytes => socket.send(bytes, serverPort, serverIp),
        onMessage: heard => void socket.on('message', data => heard(data.toString('latin1'))),
        close: () => socket.close(),
      }
    }
    const socket = connect(serverPort, serverIp)
    socket.on('error', () => {})
    await once(socket, 'connect')
    return {
      name: 'TCP',
      ip: '127.0.0.1',
      port: socket.localPort ?? 0,
      send: bytes => void socket.write(bytes),
      onMessage(heard) {
        let arrived = ''
        socket.on('data', chunk => {
          arrived += chunk.toString('latin1')
          for (let end = arrived.indexOf('\r\n\r\n'); end >= 0; end = arrived.indexOf('\r\n\r\n')) {
            const whole = end + 4 + Number(headerOf(arrived.slice(0, end), 'Content-Length') || 0)
            if (arrived.length < whole) return
            heard(arrived.slice(0, whole))
            arrived = arrived.slice(whole)
          }
        })
      },
      close: () => socket.destroy(),
    }
  }
}

interface Way {
  name: 'UDP' | 'TCP'
  ip: string
  port: number
  send(bytes: Buffer): void
  onMessage(heard: (text: string) => void): void
  close(): void
}

const headerOf = (text: string, name: string): string =>
  new RegExp(`^${name}\\s*:\\s*(.*?)\\s*$`, 'im').exec(text)?.[1] ?? ''

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
