import { Form } from 'antd'
import { useContext, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ArticleFamily } from '#shared/articles.ts'
import type { Article } from '#shared/contracts/articles.ts'
import { FormChanges } from '#web/components/form/form-field.tsx'
import { Moment } from '#web/components/time.tsx'
import { type Draft, noteDraft } from '#web/data/offline/drafts.ts'

/** Unsaved input of an article. */
export interface Unsaved {
  /** The version it was typed into; undefined for a new article. */
  version: number | undefined
  /** The fields that differ. */
  fields: Partial<Article>
}

/** Pause in typing before the draft is kept. ms */
const SETTLED_MS = 300

/** The name a family's drafts are kept under. */
export const draftsOf = (family: ArticleFamily): string => `${family}-articles`

interface Props {
  family: ArticleFamily
  row: Article | 'new'
  /** The earlier draft, when its author comes back to it. */
  draft: Draft<Unsaved> | null
  /** Called with the time it was kept; null if there is nothing to keep. */
  tell: (at: number | null) => void
}

/**
 * Keeps the input of the surrounding form in this browser, apart from the article, until it is saved or discarded: a closed
 * window or a lost connection loses nothing.
 */
export function DraftKeeper({ family, row, draft, tell }: Props) {
  const { t } = useTranslation('articles')
  const form = Form.useFormInstance<Article>()
  const { changes, put } = useContext(FormChanges)
  const values = Form.useWatch([], form)
  const [id, version] = row === 'new' ? ['new', undefined] : [row.id, row.version]
  // Input typed into an older version still belongs to it until saved.
  const typedInto = draft ? draft.typed.version : version
  const isBack = useRef(draft === null)
  useEffect(() => {
    if (isBack.current || !put) return
    isBack.current = true
    for (const [name, value] of Object.entries(draft?.typed.fields ?? {})) put(name, value)
  }, [draft, put])
  const changed = Object.keys(changes)
  const typed = JSON.stringify(
    Object.fromEntries(changed.map(name => [name, values?.[name as keyof Article]])),
  )
  const last = useRef(typed)
  useEffect(() => {
    if (typed === last.current) return
    const keep = () => {
      if (typed === last.current) return
      last.current = typed
      const fields: Partial<Article> = JSON.parse(typed)
      const isNothing = Object.keys(fields).length === 0
      const at = Date.now()
      void noteDraft<Unsaved>(draftsOf(family), id, isNothing ? null : { version: typedInto, fields }).then(
        isKept => tell(isKept && !isNothing ? at : null),
      )
    }
    const timer = setTimeout(keep, SETTLED_MS)
    // A user who leaves the window may never come back.
    document.addEventListener('visibilitychange', keep)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', keep)
    }
  }, [typed, family, id, typedInto, tell])
  if (!draft) return null
  return (
    <p className="article-note form-wide row stretch gap-25" role="status">
      <span>
        {t($ => $.draft.back)} <Moment at={new Date(draft.at).toISOString()} />
        {draft.typed.version !== version && <> {t($ => $.draft.changed)}</>}
      </span>
    </p>
  )
}
