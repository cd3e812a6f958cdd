import { z } from 'zod'
import { NAMESPACE } from '#shared/sparkplug/topic.ts'

/** What a host application announces about itself. `timestamp`: when its session began, ms since 1970. */
export interface HostState {
  online: boolean
  timestamp: number
}

const HostState = z.object({ online: z.boolean(), timestamp: z.number() })

export const stateTopic = (hostId: string) => `${NAMESPACE}/STATE/${hostId}`

export const writeState = (state: HostState): Buffer => Buffer.from(JSON.stringify(state))

/** Undefined when the payload is not a STATE. */
export function readState(payload: Uint8Array): HostState | undefined {
  try {
    return HostState.parse(JSON.parse(Buffer.from(payload).toString('utf8')))
  } catch {
    return undefined
  }
}
