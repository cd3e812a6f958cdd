import type { z } from 'zod'
import type { Language } from '#shared/text.ts'
import { mayHear, TEST_EVENT, topicOf, type WebhookEvent, type WebhookTopic } from '#shared/webhooks.ts'
import type { Db, Store } from '../../platform/database/store.ts'
import { type Viewer, viewerOfAccount } from '../../platform/http/identify.ts'
import { noteLook, type Seen } from '../../platform/http/viewing.ts'

interface Asking {
  db: Db
  viewer: Viewer
  language: Language
}
/** Reads the records of a topic as their list shows them. */
interface Source {
  shape: z.ZodType
  rows(asking: Asking, id: string): Promise<object[]>
  /** Which customers' farm data a record shows; without it none. */
  seen?(asking: Asking, id: string): Promise<Seen[]>
}
export type WebhookSources = Readonly<Record<WebhookTopic, Source>>

interface Told {
  id: string
  event: string
  subjectId: string | null
  madeAt: Date
  ownerId: string
  officePath: string
}

/** Version of payloads; a change that receivers must know about makes it 2. */
const VERSION = 1

/**
 * A message's current content as JSON: what the webhook's last editor may see now, by their rights, their scope and the
 * farms' consents. Null if they may not, or no longer belong to its office: then nothing is sent.
 */
export async function bodyOf(
  store: Store,
  sources: WebhookSources,
  language: Language,
  told: Told,
): Promise<string | null> {
  const viewer = await viewerOfAccount(store, told.ownerId)
  if (viewer?.officePath !== told.officePath) return null
  const data = told.event === TEST_EVENT ? {} : await dataOf(store, sources, viewer, language, told)
  if (!data) return null
  const { id, event, madeAt } = told
  return JSON.stringify({ id, event, time: madeAt.toISOString(), version: VERSION, data })
}

async function dataOf(
  store: Store,
  sources: WebhookSources,
  viewer: Viewer,
  usual: Language,
  { event, subjectId }: Told,
): Promise<unknown> {
  const known = event as WebhookEvent
  if (subjectId === null || !mayHear(viewer.grants, known)) return null
  const source = sources[topicOf(known)]
  const asking = { db: store.scoped(viewer.scope), viewer, language: viewer.language ?? usual }
  const [row] = await source.rows(asking, subjectId)
  if (!row) return null
  const seen = (await source.seen?.(asking, subjectId)) ?? []
  await noteLook({ db: asking.db, viewer, ip: null }, 'alarms', seen)
  return source.shape.parse(row)
}
