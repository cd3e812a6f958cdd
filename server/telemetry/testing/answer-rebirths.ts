import type { Metric } from '#shared/sparkplug/types.ts'
import type { Peer } from './peer.ts'

/** Sends new births whenever the server asks the gateway for them. */
export function answerRebirths(peer: Peer, controller: string, metrics?: Metric[]): void {
  let answered = 0
  peer.client.on('message', () => {
    if (peer.rebirthsAsked() <= answered) return
    answered = peer.rebirthsAsked()
    void peer.nodeBirth().then(() => peer.deviceBirth(controller, metrics))
  })
}
