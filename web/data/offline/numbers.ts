import { type AlarmNumber, alarms } from '#shared/contracts/alarms.ts'
import { call } from '#web/data/client.ts'
import { noteDraft, readDraft } from './drafts.ts'

/** Where this browser keeps the farm's numbers; they go with the session. */
const KEPT = ['alarm numbers', 'farm'] as const
/** Who is on call changes. ms */
const AGAIN_MS = 3_600_000

/** Keeps whom of the farm to call, for when there is no network. */
export const noteNumbers = (numbers: readonly AlarmNumber[]) => noteDraft(...KEPT, [...numbers])

/** Whom of the farm to call, as last read. */
export const keptNumbers = async (): Promise<readonly AlarmNumber[]> =>
  (await readDraft<AlarmNumber[]>(...KEPT))?.typed ?? []

/** Reads the farm's numbers now and every hour, until the returned function is called: without network they are here. */
export function followNumbers(): () => void {
  const read = () =>
    void call(alarms.numbers)
      .then(noteNumbers)
      // Those read before stay.
      .catch(() => undefined)
  read()
  const timer = setInterval(read, AGAIN_MS)
  return () => clearInterval(timer)
}
