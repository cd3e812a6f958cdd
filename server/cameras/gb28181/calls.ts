import { randomBytes, randomInt } from 'node:crypto'
import { MediaError } from '../media-types.ts'
import { type GbAnswer, type GbTransport, readAnswer, writeOffer } from './sdp.ts'
import type { SipExchange } from './sip-exchange.ts'
import { headerOf, parameterOf, type SipPeer, type SipRequest, type SipResponse } from './sip-message.ts'

/** What a thread asks for: that a device sends a picture to a port that is open for it. */
export interface CallOffer {
  deviceId: string
  channelId: string
  transport: GbTransport
  port: number
  /** What it kept of this time, instead of the live picture. s since 1970 */
  played?: { from: number; to: number } | undefined
}

/** What it is told: as whom the device sends, from where, and where it waits. */
export interface CallAnswer extends GbAnswer {
  ssrc: number
  /** Where the device signed in. */
  caller: string
}

interface Dialog {
  callId: string
  deviceId: string
  channelId: string
  isPlayed: boolean
  peer: SipPeer
  uri: string
  from: string
  to: string
  cseq: number
  /** The device has ended it. */
  ended(): void
}

interface Options {
  serverId: string
  /** Where devices reach this server. */
  address: string
  exchange: SipExchange
}

/** Invitations to send a picture (RFC 3261, 13 to 15; GB/T 28181-2016, 9.2). */
export class GbCalls {
  readonly #options: Options
  readonly #dialogs = new Map<string, Dialog>()

  constructor(options: Options) {
    this.#options = options
  }

  /** Rejects with MediaError if the device refuses or does not answer. */
  async invite(
    { deviceId, channelId, transport, port, played }: CallOffer,
    peer: SipPeer,
    ended: () => void,
  ): Promise<{ callId: string; answer: CallAnswer }> {
    const { serverId, address, exchange } = this.#options
    // Live pictures begin with 0, recordings with 1 (GB/T 28181-2016, 9.1.2).
    const ssrc = `${played ? 1 : 0}${serverId.slice(3, 8)}${randomInt(10_000).toString().padStart(4, '0')}`
    const callId = randomBytes(12).toString('hex')
    const uri = `sip:${channelId}@${peer.ip}:${peer.port}`
    const from = `<sip:${serverId}@${serverId.slice(0, 10)}>;tag=${randomBytes(6).toString('hex')}`
    const ask = { peer, method: 'INVITE', uri, from, to: `<${uri}>`, callId, cseq: 1 }
    const asked = await exchange.ask({
      ...ask,
      headers: [
        ['Contact', `<sip:${serverId}@${address}:${exchange.port}>`],
        ['Subject', `${channelId}:${ssrc},${serverId}:0`],
        ['Content-Type', 'application/sdp'],
      ],
      body: Buffer.from(
        writeOffer({ serverId, channelId, ip: address, port, transport, ssrc, ...(played && { played }) }),
      ),
    })
    if (!asked) throw new MediaError('invite', 'unreachable')
    const { response } = asked
    const to = headerOf(response, 'to')
    if (response.status >= 300) {
      exchange.tell({ ...ask, method: 'ACK', to }, asked.request.branch)
      throw new MediaError('invite', 'noStream', String(response.status))
    }
    const dialog = { ...ask, deviceId, channelId, isPlayed: played !== undefined, to, cseq: 1, ended }
    this.#acknowledge(dialog)
    const answer = readAnswer(response.body.toString('latin1'))
    if (!answer) {
      this.#bye(dialog)
      throw new MediaError('invite', 'noStream')
    }
    this.#dialogs.set(callId, dialog)
    return { callId, answer: { ...answer, ssrc: answer.ssrc ?? Number(ssrc), caller: peer.ip } }
  }

  hangUp(callId: string): void {
    const dialog = this.#dialogs.get(callId)
    if (dialog && this.#dialogs.delete(callId)) this.#bye(dialog)
  }

  /** Whose call it is. */
  of(callId: string): Pick<CallOffer, 'deviceId' | 'channelId'> | undefined {
    return this.#dialogs.get(callId)
  }

  /** The device has played a recording to its end. It does not say which of several. */
  played(deviceId: string, channelId: string): void {
    for (const dialog of this.#dialogs.values())
      if (
        dialog.isPlayed &&
        dialog.deviceId === deviceId &&
        [dialog.channelId, deviceId].includes(channelId)
      ) {
        this.hangUp(dialog.callId)
        dialog.ended()
        return
      }
  }

  /** All pictures of a device end. */
  end(deviceId: string): void {
    for (const dialog of this.#dialogs.values())
      if (dialog.deviceId === deviceId) {
        this.#dialogs.delete(dialog.callId)
        dialog.ended()
      }
  }

  hangUpAll(): void {
    for (const callId of this.#dialogs.keys()) this.hangUp(callId)
  }

  /** BYE of a device. False if there is no such call, or it is another device's. */
  said(request: SipRequest, from: SipPeer): boolean {
    const callId = headerOf(request, 'call-id')
    const dialog = this.#dialogs.get(callId)
    if (!dialog || dialog.peer.ip !== from.ip) return false
    if (parameterOf(headerOf(request, 'to'), 'tag') !== parameterOf(dialog.from, 'tag')) return false
    this.#dialogs.delete(callId)
    dialog.ended()
    return true
  }

  /** A repeated answer: the acknowledgement was lost, or nobody wants the picture any more. */
  late(response: SipResponse): void {
    if (response.status < 200 || response.status >= 300 || !headerOf(response, 'cseq').endsWith('INVITE'))
      return
    const dialog = this.#dialogs.get(headerOf(response, 'call-id'))
    if (dialog) this.#acknowledge(dialog)
  }

  #acknowledge({ peer, uri, from, to, callId }: Dialog): void {
    this.#options.exchange.tell({ peer, method: 'ACK', uri, from, to, callId, cseq: 1 })
  }

  #bye(dialog: Dialog): void {
    const { peer, uri, from, to, callId } = dialog
    dialog.cseq += 1
    const bye = { peer, method: 'BYE', uri, from, to, callId, cseq: dialog.cseq }
    void this.#options.exchange.ask(bye)
  }
}
