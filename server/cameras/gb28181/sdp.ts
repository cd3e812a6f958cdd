/** How a picture comes: UDP, or TCP in either direction. `tcpPassive`: the device connects to us. */
export type GbTransport = 'udp' | 'tcpPassive' | 'tcpActive'

/** The kinds of stream that an invitation offers; 96 is what everybody sends. */
const PS_PAYLOAD = 96

interface Offer {
  serverId: string
  channelId: string
  ip: string
  port: number
  transport: GbTransport
  ssrc: string
  /** Of a recording: from and to, seconds since 1970. */
  played?: { from: number; to: number }
}

const SETUP = { tcpPassive: 'passive', tcpActive: 'active' } as const

/** The description with which a device is invited to send (GB/T 28181-2016, 9.2 and annex F). */
export function writeOffer({ serverId, channelId, ip, port, transport, ssrc, played }: Offer): string {
  const lines = [
    'v=0',
    `o=${serverId} 0 0 IN IP4 ${ip}`,
    `s=${played ? 'Playback' : 'Play'}`,
    ...(played ? [`u=${channelId}:0`] : []),
    `c=IN IP4 ${ip}`,
    `t=${played ? `${played.from} ${played.to}` : '0 0'}`,
    `m=video ${port} ${transport === 'udp' ? '' : 'TCP/'}RTP/AVP ${PS_PAYLOAD}`,
    'a=recvonly',
    `a=rtpmap:${PS_PAYLOAD} PS/90000`,
    ...(transport === 'udp' ? [] : [`a=setup:${SETUP[transport]}`, 'a=connection:new']),
    `y=${ssrc}`,
    '',
  ]
  return lines.join('\r\n')
}

/** What a device answers: where it sends from, or waits, and as whom. */
export interface GbAnswer {
  ip: string
  port: number
  /** Undefined: the one that was asked for. */
  ssrc: number | undefined
}

const SSRC_MOST = 0xffff_ffff

/** Reads the answer; undefined if it has no picture. */
export function readAnswer(body: string): GbAnswer | undefined {
  const ip = /^c=IN IP4 (\d{1,3}(?:\.\d{1,3}){3})/m.exec(body)?.[1] ?? ''
  const port = Number(/^m=video (\d{1,5}) /m.exec(body)?.[1] ?? Number.NaN)
  if (!(port >= 0 && port <= 65_535)) return undefined
  const ssrc = Number(/^y=(\d{1,10})\s*$/m.exec(body)?.[1] ?? Number.NaN)
  return { ip, port, ssrc: ssrc >= 0 && ssrc <= SSRC_MOST ? ssrc : undefined }
}
