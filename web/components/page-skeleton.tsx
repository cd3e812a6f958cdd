import { useEffect, useState } from 'react'
import './page-skeleton.css'

/** A wait shorter than this, ms, shows nothing: a flash of grey is worse than a blink. */
const PATIENCE_MS = 200

/** True once waiting has become noticeable. */
export function useNoticeable(): boolean {
  const [noticeable, setNoticeable] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setNoticeable(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return noticeable
}

const LINES = Array.from({ length: 8 }, (_, line) => line)

/** Stands where a page will be: its title with a sentence, and what it is about. Without antd, since it also stands for what brings antd. */
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
