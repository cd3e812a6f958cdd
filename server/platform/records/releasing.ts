import type { ReleaseStatus } from '#shared/release.ts'
import type { ChangingCall } from '../http/call.ts'
import { refuse } from '../http/errors.ts'

type Changing = ChangingCall & { params: { id: string } }

interface Releasable<Item> {
  open(call: Changing): Promise<Item>
  store(call: Changing, changed: { status: ReleaseStatus }): Promise<Item>
}

/** Releasing and withdrawing for records with a `status`. */
export function releasingOf<Item extends { status: ReleaseStatus }>({ open, store }: Releasable<Item>) {
  const turnInto =
    (status: ReleaseStatus, refusal: 'row.released' | 'row.notReleased') =>
    async (call: Changing): Promise<Item> => {
      const row = await open(call)
      if ((row.status === 'released') === (status === 'released'))
        throw refuse.conflict({ yours: null, current: row }, refusal)
      return store(call, { status })
    }
  return {
    release: turnInto('released', 'row.released'),
    withdraw: turnInto('withdrawn', 'row.notReleased'),
  }
}
