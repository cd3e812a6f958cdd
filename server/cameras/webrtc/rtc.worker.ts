import { parentPort, workerData } from 'node:worker_threads'
import type { FromRtc, RtcSettings, ToRtc } from './rtc-messages.ts'
import { answerBrowser, type RtcPeer } from './rtc-peer.ts'

const settings = workerData as RtcSettings
const peers = new Map<number, RtcPeer>()
/** Closed before they were answered. */
const given = new Set<number>()
/** One after the other: the library looks for a free port first and takes it afterwards. */
let opening: Promise<void> = Promise.resolve()

const tell = (message: FromRtc) => parentPort?.postMessage(message)

async function open(id: number, offer: string): Promise<void> {
  try {
    const peer = await answerBrowser(offer, settings, {
      connected: () => tell({ id, type: 'connected' }),
      ended() {
        peers.delete(id)
        tell({ id, type: 'ended' })
      },
    })
    if (given.delete(id)) {
      peer.close()
      return
    }
    peers.set(id, peer)
    tell({ id, type: 'answer', sdp: peer.answer })
  } catch (error) {
    given.delete(id)
    tell({ id, type: 'refused', why: error instanceof Error ? error.message : 'unknown' })
  }
}

// The library throws out of everybody's reach where a packet is not as it expects: only that viewer is concerned.
process.on('uncaughtException', () => {})
process.on('unhandledRejection', () => {})

parentPort?.on('message', (message: ToRtc) => {
  const { id } = message
  const peer = peers.get(id)
  switch (message.type) {
    case 'open':
      opening = opening.then(() => (given.delete(id) ? undefined : open(id, message.offer)))
      return
    case 'sets':
      peer?.sets(message.sets)
      return
    case 'pictures':
      peer?.pictures(message.pictures)
      return
    case 'close':
      if (!peer) given.add(id)
      peers.delete(id)
      peer?.close()
      return
  }
})
