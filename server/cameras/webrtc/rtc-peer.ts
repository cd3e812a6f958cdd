import { setTimeout as pause } from 'node:timers/promises'
import {
  MediaStreamTrack,
  RTCPeerConnection,
  RTCRtpCodecParameters,
  type RTCRtpSender,
  RtpHeader,
  RtpPacket,
} from 'werift'
import { slicesOf } from '../fragments.ts'
import { payloadsOf, setsPayload } from './packets.ts'
import type { RtcSettings, TimedPicture } from './rtc-messages.ts'

/** What is waiting to be sent beyond this is old: the viewer goes on at a key frame. Pictures */
const WAITING_MOST = 200
/** So many packets at once, then a rest of so long: a key frame must not overflow the first router. ms */
const BURST = 16
const REST_MS = 3
/** A browser that has not come through by then has no way to us. ms */
const CONNECT_MS = 15_000

const h264 = () =>
  new RTCRtpCodecParameters({
    mimeType: 'video/H264',
    clockRate: 90_000,
    rtcpFeedback: [{ type: 'nack' }, { type: 'nack', parameter: 'pli' }],
    parameters: 'profile-level-id=42e01f;packetization-mode=1;level-asymmetry-allowed=1',
  })
const repeats = () => new RTCRtpCodecParameters({ mimeType: 'video/rtx', clockRate: 90_000 })

export interface RtcPeer {
  /** Our description, with nothing in it but the addresses that the settings name. */
  answer: string
  sets(sets: Uint8Array[]): void
  pictures(pictures: TimedPicture[]): void
  close(): void
}

interface PeerEvents {
  connected(): void
  ended(): void
}

/**
 * Answers a browser that wants to see pictures by WebRTC. The library encrypts, and repeats what the browser says it has
 * lost; nothing is transcoded, and the rate is what the camera sends.
 */
export async function answerBrowser(
  offer: string,
  { addresses, ports, host }: RtcSettings,
  events: PeerEvents,
): Promise<RtcPeer> {
  const connection = new RTCPeerConnection({
    codecs: { video: [h264(), repeats()], audio: [] },
    iceServers: [],
    iceLite: true,
    icePortRange: [ports[0], ports[1]],
    // One socket a viewer, whatever networks the machine has; the browser is told how it is reached from outside.
    iceInterfaceAddresses: { udp4: host },
    iceAdditionalHostAddresses: addresses.slice(0, 1),
    iceUseIpv4: false,
    iceUseIpv6: false,
    iceUseTcp: false,
  })
  const { sender } = connection.addTransceiver(new MediaStreamTrack({ kind: 'video' }), {
    direction: 'sendonly',
  })
  let isOver = false
  const close = () => {
    if (isOver) return
    isOver = true
    clearTimeout(late)
    void connection.close().catch(() => undefined)
  }
  const end = () => {
    if (isOver) return
    close()
    events.ended()
  }
  const late = setTimeout(end, CONNECT_MS)
  connection.connectionStateChange.subscribe(state => {
    if (state === 'connected') {
      clearTimeout(late)
      events.connected()
    } else if (state === 'failed' || state === 'disconnected' || state === 'closed') end()
  })
  try {
    await connection.setRemoteDescription({ type: 'offer', sdp: offer })
    await connection.setLocalDescription(await connection.createAnswer())
    const answer = withAddresses(connection.localDescription?.sdp ?? '', addresses)
    if (!/^a=rtpmap:\d+ H264\//m.test(answer)) throw new Error('the browser takes no H.264')
    if (!/^a=candidate:/m.test(answer)) throw new Error('no port is free')
    return { answer, ...sending(sender, () => isOver), close }
  } catch (error) {
    close()
    throw error
  }
}

/** The description with a candidate for each address; they lead to the same port. */
function withAddresses(sdp: string, [first = '', ...others]: readonly string[]): string {
  const lines = sdp.split('\r\n')
  const own = lines.find(line => line.startsWith('a=candidate:') && line.includes(` ${first} `))
  if (own === undefined) return sdp
  const more = others.map((address, i) =>
    own
      .replace(` ${first} `, ` ${address} `)
      .replace(/^a=candidate:(\S+) 1 udp (\d+)/, (_, foundation, priority) => {
        return `a=candidate:${foundation}${i + 1} 1 udp ${Number(priority) - (i + 1) * 256}`
      }),
  )
  return lines.flatMap(line => (line === own ? [own, ...more] : [line])).join('\r\n')
}

/** Sends pictures one after the other. */
function sending(sender: RTCRtpSender, isOver: () => boolean): Pick<RtcPeer, 'sets' | 'pictures'> {
  const waiting: TimedPicture[] = []
  let sets: Uint8Array[] = []
  let sequence = Math.floor(Math.random() * 0x8000)
  let needsKey = true
  let isSending = false
  let burst = 0

  async function send({ data, time, isKey }: TimedPicture): Promise<void> {
    const payloads = payloadsOf(slicesOf(data))
    if (isKey) payloads.unshift(setsPayload(sets))
    for (const [i, payload] of payloads.entries()) {
      if (isOver()) return
      sequence = (sequence + 1) & 0xffff
      const header = new RtpHeader({
        sequenceNumber: sequence,
        timestamp: (time % 2 ** 32) >>> 0,
        payloadType: 96,
        marker: i === payloads.length - 1,
      })
      await sender.sendRtp(new RtpPacket(header, payload))
      burst += 1
      if (burst % BURST === 0) await pause(REST_MS)
    }
  }
  async function drain(): Promise<void> {
    isSending = true
    for (let next = waiting.shift(); next && !isOver(); next = waiting.shift()) await send(next)
    isSending = false
  }
  return {
    sets(given) {
      sets = given
      needsKey = true
    },
    pictures(pictures) {
      for (const each of pictures) {
        if (waiting.length > WAITING_MOST) {
          waiting.length = 0
          needsKey = true
        }
        if (needsKey && !each.isKey) continue
        needsKey = false
        waiting.push(each)
      }
      if (!isSending) void drain().catch(() => undefined)
    },
  }
}
