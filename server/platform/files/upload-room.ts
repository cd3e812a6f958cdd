import { OPEN_UPLOADS, PERSON_BYTES } from '#shared/files.ts'
import { text } from '#shared/text.ts'
import { refuse } from '../http/errors.ts'

/** An upload that was begun; `at` in ms since 1970. */
interface Begun {
  size: number
  at: number
}

/** Begun and not yet written down: it counts although nothing of it is on the disk. ms */
const WRITING_MS = 60_000

const says = {
  uploads: text(
    '同时最多上传 {limit} 个文件，请等其中一个完成',
    'At most {limit} uploads at a time. Wait for one to finish',
  ),
  bytes: text(
    '未附到记录的文件最多共 {limit} GB，请先保存或明天再试',
    'Files that belong to no record yet may have {limit} GB together. Save their records first, or try again tomorrow',
  ),
}
const WAIT_S = 10

/** How much each person has on its way, so that nobody fills the disk. Each process counts what it was sent. */
export function createUploadRoom(isThere: (id: string) => Promise<boolean>) {
  const byPerson = new Map<string, Map<string, Begun>>()
  const ofPerson = (accountId: string) => {
    const known = byPerson.get(accountId) ?? new Map<string, Begun>()
    byPerson.set(accountId, known)
    return known
  }
  return {
    /** Counts an upload that stands on the disk since an earlier life of the process. */
    note(accountId: string, id: string, begun: Begun): void {
      ofPerson(accountId).set(id, begun)
    },
    /**
     * Takes room for an upload of `size` bytes beside `kept` bytes that belong to no record yet. Refused with 429 when the
     * person has too much on its way.
     */
    async take(accountId: string, id: string, size: number, kept: number): Promise<void> {
      const own = ofPerson(accountId)
      for (const [known, { at }] of own)
        if (Date.now() - at > WRITING_MS && !(await isThere(known))) own.delete(known)
      // From here on nothing waits: of many that come at once each sees those before it.
      const bytes = [...own.values()].reduce((sum, begun) => sum + begun.size, kept + size)
      if (own.size >= OPEN_UPLOADS) throw refuse.tooMany(WAIT_S, [says.uploads, { limit: OPEN_UPLOADS }])
      if (bytes > PERSON_BYTES) throw refuse.tooMany(WAIT_S, [says.bytes, { limit: PERSON_BYTES / 1e9 }])
      own.set(id, { size, at: Date.now() })
    },
    /** It was stored, given up or tidied away. */
    free(id: string): void {
      for (const [accountId, own] of byPerson) {
        own.delete(id)
        if (own.size === 0) byPerson.delete(accountId)
      }
    },
  }
}
