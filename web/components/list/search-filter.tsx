import { Input } from 'antd'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { List } from './use-list.ts'

/** Pause in typing after which a search is asked, ms. */
const TYPING_MS = 300

/** Free text search, asked when typing pauses. */
export function SearchFilter<T>({
  list,
  name = 'search',
  hint,
}: {
  list: List<T>
  name?: string
  hint: string
}) {
  const asked = list.filters[name] ?? ''
  const [text, setText] = useState(asked)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The address may change by itself: the back button, cleared filters.
  useEffect(() => setText(asked), [asked])
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => list.setFilter({ [name]: next.trim() || undefined }), TYPING_MS)
  }
  return (
    <Input
      aria-label={hint}
      placeholder={hint}
      prefix={<Search size={15} aria-hidden />}
      maxLength={100}
      allowClear
      value={text}
      onChange={event => type(event.target.value)}
    />
  )
}
