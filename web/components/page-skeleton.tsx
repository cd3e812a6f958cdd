import { useEffect, useState } from 'react'
import './page-skeleton.css'

/** A wait shorter than this, ms, shows nothing: a flash of grey is worse than a blink. */
const PATIENCE_MS = 200

/** True once the wait has become noticeable. */
export function useNoticeable(): boolean {
  const [noticeable, setNoticeable] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setNoticeable(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return noticeable
}

const LINES = Array.from({ length: 8 }, (_, line) => line)

/** Stands in for a page: its title with a sentence, and its content. Without antd, since it also shows while antd loads. */
export function PageSkeleton() {
  if (!useNoticeable()) return null
  return (
    <div className="page page-skeleton" aria-busy="true">
      <i />
      <i />
      <div className="card">
        {LINES.map(line => (
          <i key={line} />
        ))}
      </div>
    </div>
  )
}
