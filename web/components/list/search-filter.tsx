import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { List } from './use-list.ts'
import '../plain-field.css'
import './search-filter.css'

/** Pause in typing before a search starts, ms. */
const TYPING_MS = 300

/** Free text search, sent when typing pauses. */
export function SearchFilter<T>({
  list,
  name = 'search',
  hint,
}: {
  list: List<T>
  name?: string
  hint: string
}) {
  const { t } = useTranslation('components')
  const field = useRef<HTMLInputElement>(null)
  const asked = list.filters[name] ?? ''
  const [text, setText] = useState(asked)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The address may change from outside: the back button, cleared filters.
  useEffect(() => setText(asked), [asked])
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => list.setFilter({ [name]: next.trim() || undefined }), TYPING_MS)
  }
  return (
    <div className="plain-field search-field">
      <Search size={15} aria-hidden />
      <input
        ref={field}
        type="text"
        aria-label={hint}
        placeholder={hint}
        maxLength={100}
        value={text}
        onChange={event => type(event.target.value)}
      />
      {text !== '' && (
        <button
          type="button"
          className="inner-button"
          aria-label={t($ => $.clearSearch)}
          onClick={() => {
            type('')
            field.current?.focus()
          }}
        >
          <X size={14} aria-hidden />
        </button>
      )}
    </div>
  )
}
