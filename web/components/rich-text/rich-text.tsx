import DOMPurify from 'dompurify'
import { useMemo } from 'react'
import { useFiles } from '../uploads/use-files.ts'
import './rich-text.css'

interface Props {
  html: string
  lang: string
  /** Its pictures and videos are not public yet: their addresses are requested. */
  isDraft?: boolean
}

const FILE = /(<(?:img|video)[^>]*src=")\/files\/([0-9a-z]{20})(?:\?[^"]*)?"/g
/** Harmless to the sanitizer, but never part of an article: what asks for input, draws or restyles the page. */
const FOREIGN = ['form', 'input', 'button', 'select', 'textarea', 'style', 'svg', 'math']
const NO_IDS: readonly string[] = []
/** Start of a heading, the target of a table of contents. */
const HEADINGS = /<h([23])>/g

/** The headings of a text, in order; {@link RichText} gives each its id. */
export function headingsOf(html: string): { id: string; level: number; title: string }[] {
  const found = new DOMParser().parseFromString(html, 'text/html').querySelectorAll('h2, h3')
  return [...found].map((heading, at) => ({
    id: `part-${at}`,
    level: Number(heading.tagName.slice(1)),
    title: heading.textContent ?? '',
  }))
}

/** An editor's text, sanitized once more where it is shown. */
export function RichText({ html, lang, isDraft = false }: Props) {
  const ids = useMemo(() => [...html.matchAll(FILE)].map(([, , id]) => id ?? ''), [html])
  const files = useFiles(isDraft ? ids : NO_IDS)
  const shown = useMemo(() => {
    const safe = DOMPurify.sanitize(html, { ADD_ATTR: ['target'], FORBID_TAGS: FOREIGN })
    let at = 0
    const marked = safe.replace(HEADINGS, (_, level: string) => `<h${level} id="part-${at++}" tabindex="-1">`)
    if (!isDraft) return marked
    return marked.replace(FILE, (_, before: string, id: string) => `${before}${files.get(id)?.url ?? ''}"`)
  }, [html, isDraft, files])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server and again above
  return <div className="rich-text" lang={lang} dangerouslySetInnerHTML={{ __html: shown }} />
}
