import { parentPort } from 'node:worker_threads'
import type { FromThread, ToThread } from './engine-messages.ts'
import type { Means, MediaDoor } from './gb28181/receive.ts'
import { MediaError, type MediaSource } from './media-types.ts'
import { probeSource, startPull } from './pull.ts'

/** What stops each pull and probe. */
const running = new Map<number, () => void>()

const tell = (message: FromThread, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer)

type Invited = Awaited<ReturnType<Means['invite']>>
/** Invitations of devices, from here until their calls end. */
const invitations = new Map<
  number,
  { resolve(invited: Invited): void; reject(error: MediaError): void; ended(): void; callId?: string }
>()
let lastInvitation = 0

/** Devices are called by the main thread, which speaks SIP with them. */
const meansAt = (door: MediaDoor): Means => ({
  door,
  invite(offer, ended) {
    const id = ++lastInvitation
    const { promise, resolve, reject } = Promise.withResolvers<Invited>()
    invitations.set(id, { resolve, reject, ended })
    tell({ type: 'invite', id, offer })
    return promise
  },
  hangUp(callId) {
    for (const [id, invitation] of invitations) if (invitation.callId === callId) invitations.delete(id)
    tell({ type: 'hangUp', callId })
  },
  sendsAs: (callId, ssrc) => tell({ type: 'sendsAs', callId, ssrc }),
})

/** Questions where streams of ONVIF are, from here until they are answered. */
const questions = new Map<number, { resolve(url: string): void; reject(error: MediaError): void }>()
let lastQuestion = 0

/** Cameras of ONVIF are asked by the thread that talks with them. */
function locate(source: MediaSource): Promise<string> {
  const id = ++lastQuestion
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  questions.set(id, { resolve, reject })
  tell({ type: 'locate', id, source })
  return promise
}

function hearOfPlace(message: Extract<ToThread, { type: 'located' | 'notLocated' }>): void {
  const question = questions.get(message.id)
  questions.delete(message.id)
  if (message.type === 'located') question?.resolve(message.url)
  else question?.reject(new MediaError(message.step, message.fault, message.detail))
}

function hearOfCall(message: Extract<ToThread, { type: 'invited' | 'declined' | 'callEnded' }>): void {
  const invitation = invitations.get(message.id)
  if (!invitation) return
  switch (message.type) {
    case 'invited':
      invitation.callId = message.callId
      invitation.resolve({ callId: message.callId, answer: message.answer })
      return
    case 'declined':
      invitations.delete(message.id)
      invitation.reject(new MediaError(message.step, message.fault, message.detail))
      return
    case 'callEnded':
      invitations.delete(message.id)
      invitation.ended()
      return
  }
}

function start(message: Extract<ToThread, { type: 'pull' }>): void {
  const { id, source, rules, door } = message
  const events = {
    init: (track: Extract<FromThread, { type: 'init' }>['track']) => tell({ type: 'init', id, track }),
    fragment: (data: Uint8Array<ArrayBuffer>, isKey: boolean) =>
      tell({ type: 'fragment', id, data, isKey }, [data.buffer]),
    interrupted: (fault: MediaError['fault']) => tell({ type: 'interrupted', id, fault }),
    fault(fault: MediaError['fault']) {
      running.delete(id)
      tell({ type: 'fault', id, fault })
    },
  }
  running.set(id, startPull(source, rules, events, { gb: door && meansAt(door), locate }))
}

parentPort?.on('message', (message: ToThread) => {
  const { id } = message
  switch (message.type) {
    case 'pull':
      start(message)
      return
    case 'probe': {
      const given = new AbortController()
      running.set(id, () => given.abort())
      const { source, depth, rules, door } = message
      const others = { gb: door && meansAt(door), locate }
      void probeSource(source, rules, { depth, given: given.signal }, others).then(probe => {
        running.delete(id)
        tell({ type: 'probed', id, probe })
      })
      return
    }
    case 'stop':
      running.get(id)?.()
      running.delete(id)
      return
    case 'located':
    case 'notLocated':
      hearOfPlace(message)
      return
    default:
      hearOfCall(message)
  }
})
