import { files, type ShownFile } from '#shared/contracts/files.ts'
import type { FileUse } from '#shared/files.ts'
import { KEPT_FILE_MS, KEPT_FILES_BYTES, LOOSE_FILE_MS } from '#shared/limits.ts'
import { CallError, call } from '#web/data/client.ts'
import { inStore } from '#web/data/kept-store.ts'
import { type Prepared, sendingOf } from '#web/data/uploads.ts'
import { owner } from './kept.ts'

/** Prefix of the id that stands for a file in this browser until the server has it; the server knows no such id. */
const KEPT = 'kept-'
export const isKept = (id: string): boolean => id.startsWith(KEPT)

/** A file chosen without network, as it will be sent. */
interface KeptFile extends Prepared {
  id: string
  name: string
  use: FileUse
  /** ms since 1970 */
  at: number
  /** Where it arrived, and when; its record may still wait. */
  sent?: { id: string; at: number }
  /** Its record has arrived with it: only the id at the server is still kept, for a form that is open meanwhile. */
  isSettled?: true
}

const keyOf = (of: string, id: string) => `${of} ${id}`
/** Everything of one account. */
const rangeOf = (of: string) => IDBKeyRange.bound(`${of} `, `${of} \uffff`)

async function readKeptFile(id: string): Promise<KeptFile | undefined> {
  const of = owner()
  if (of === null) return undefined
  const found = await inStore<KeptFile | undefined>('files', 'readonly', store => store.get(keyOf(of, id)))
  return found ?? undefined
}
const put = (of: string, file: KeptFile) =>
  inStore('files', 'readwrite', store => store.put(file, keyOf(of, file.id)))
const ownFiles = async (of: string): Promise<KeptFile[]> =>
  (await inStore<KeptFile[]>('files', 'readonly', store => store.getAll(rangeOf(of)))) ?? []

/**
 * Keeps a file until it can be sent, and returns the id that stands for it in a record. Null if this browser keeps nothing, or
 * too much already.
 */
export async function keepFile(name: string, use: FileUse, prepared: Prepared): Promise<string | null> {
  const of = owner()
  if (of === null) return null
  const bytes = (await ownFiles(of)).reduce((sum, { content }) => sum + content.size, prepared.content.size)
  if (bytes > KEPT_FILES_BYTES) return null
  // Browsers that run out of room first drop what nobody asked them to keep.
  void navigator.storage?.persist?.().catch(() => false)
  const id = KEPT + crypto.randomUUID()
  const key = await put(of, { ...prepared, id, name, use, at: Date.now() })
  return key === null ? null : id
}

/** Addresses of kept files, as long as this page is open. */
const addresses = new Map<string, string>()

/** A kept file as lists show it; undefined if this browser has it no more. */
async function shownHere(id: string): Promise<ShownFile | undefined> {
  const file = await readKeptFile(id)
  if (!file) return undefined
  if (file.isSettled && file.sent) {
    const [shown] = await call(files.shown, { query: { ids: file.sent.id } })
    return shown && { ...shown, id }
  }
  const url = addresses.get(id) ?? URL.createObjectURL(file.content)
  addresses.set(id, url)
  return { id, name: file.name, type: file.content.type, size: file.content.size, url, small: null }
}
export const showKept = async (ids: readonly string[]): Promise<ShownFile[]> =>
  (await Promise.all(ids.map(shownHere))).filter(file => file !== undefined)

/** An upload that broke off is no answer: it is tried again. */
const unanswered = (error: unknown) =>
  error instanceof CallError
    ? error
    : new CallError({ status: 0, code: 0, message: '', data: null, isLogin: false }, false)

/** Sends a kept file, unless it has arrived and still lies there, and returns its id at the server. */
async function sendFile(id: string): Promise<string> {
  const [of, file] = [owner(), await readKeptFile(id)]
  // The server says in words that there is no such file.
  if (of === null || !file) return id
  if (file.sent && (file.isSettled || Date.now() - file.sent.at < LOOSE_FILE_MS / 2)) return file.sent.id
  const { name, use } = file
  const sending = sendingOf(
    name,
    use,
    async () => file,
    () => undefined,
  )
  const { id: arrived } = await sending.send().catch((error: unknown) => Promise.reject(unanswered(error)))
  await put(of, { ...file, sent: { id: arrived, at: Date.now() } })
  return arrived
}

/** Sends kept files one after the other; returns the ids at the server, and those of other files as they are. */
export async function sendKept(ids: readonly string[]): Promise<string[]> {
  const sent: string[] = []
  for (const id of ids) sent.push(isKept(id) ? await sendFile(id) : id)
  return sent
}

/** The ids at the server of files that have been sent, without sending any. */
export const sentIdsOf = (ids: readonly string[]): Promise<string[]> =>
  Promise.all(ids.map(async id => (isKept(id) ? ((await readKeptFile(id))?.sent?.id ?? id) : id)))

/**
 * Removes files that nothing unsent names any more, older than `ms`: what a form that is still open names is not old.
 */
export async function sweepKept(named: ReadonlySet<string>, ms = KEPT_FILE_MS): Promise<void> {
  const of = owner()
  if (of === null) return
  for (const { id, at } of await ownFiles(of))
    if (!named.has(id) && Date.now() - at >= ms)
      await inStore('files', 'readwrite', store => store.delete(keyOf(of, id)))
}

/** The server has a record with these files: it shows them itself from now on. */
export async function settleKept(ids: readonly string[]): Promise<void> {
  for (const id of ids.filter(isKept)) {
    const [of, file] = [owner(), await readKeptFile(id)]
    if (of === null || !file) continue
    const { small: _, ...told } = file
    await put(of, { ...told, content: new Blob([]), isSettled: true })
  }
}

/** Nobody wants them any more. */
export async function dropKept(ids: readonly string[]): Promise<void> {
  const of = owner()
  if (of === null) return
  for (const id of ids.filter(isKept))
    await inStore('files', 'readwrite', store => store.delete(keyOf(of, id)))
}
