import { OFFICE_BYTES, OFFICE_UPLOADS, OPEN_UPLOADS, PERSON_BYTES } from '#shared/files.ts'
import { text } from '#shared/text.ts'
import { refuse } from '../http/errors.ts'

/** Who sends. */
export interface Sender {
  accountId: string
  officeId: string
}
/** An upload that was begun; `at` in ms since 1970. */
interface Begun extends Sender {
  size: number
  at: number
}
/** Bytes that were kept and belong to no record yet. */
export interface LooseBytes {
  person: number
  office: number
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
  office: text(
    '本单位正在上传的文件太多，请稍后再试',
    'Your colleagues are sending too many files at the moment. Try again later',
  ),
}
const WAIT_S = 10

/** How much each person and each office has on its way, so that nobody fills the disk. Each process counts what it was sent. */
export function createUploadRoom(isThere: (id: string) => Promise<boolean>) {
  const all = new Map<string, Begun>()
  const forgetLost = async (officeId: string) => {
    for (const [id, { at, officeId: of }] of all)
      if (of === officeId && Date.now() - at > WRITING_MS && !(await isThere(id))) all.delete(id)
  }
  return {
    /** Counts an upload that stands on the disk since an earlier life of the process. */
    note(id: string, begun: Begun): void {
      all.set(id, begun)
    },
    /**
     * Takes room for an upload of `size` bytes beside what was kept. Refused with 429 when the person, or their office, has
     * too much on its way.
     */
    async take(sender: Sender, id: string, size: number, kept: LooseBytes): Promise<void> {
      await forgetLost(sender.officeId)
      // From here on nothing waits: of many that come at once each sees those before it.
      const ofOffice = [...all.values()].filter(({ officeId }) => officeId === sender.officeId)
      const own = ofOffice.filter(({ accountId }) => accountId === sender.accountId)
      const bytesOf = (begun: readonly Begun[]) => begun.reduce((sum, each) => sum + each.size, size)
      if (own.length >= OPEN_UPLOADS) throw refuse.tooMany(WAIT_S, [says.uploads, { limit: OPEN_UPLOADS }])
      if (bytesOf(own) + kept.person > PERSON_BYTES)
        throw refuse.tooMany(WAIT_S, [says.bytes, { limit: PERSON_BYTES / 1e9 }])
      if (ofOffice.length >= OFFICE_UPLOADS || bytesOf(ofOffice) + kept.office > OFFICE_BYTES)
        throw refuse.tooMany(WAIT_S, says.office)
      all.set(id, { ...sender, size, at: Date.now() })
    },
    /** It was stored, given up or tidied away. */
    free(id: string): void {
      all.delete(id)
    },
  }
}
