import { Skeleton } from 'antd'
import { useEffect, useState } from 'react'

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

/** Stands where a page will be. */
export function PageSkeleton() {
  if (!useNoticeable()) return null
  return (
    <div className="page" aria-busy="true">
      <Skeleton active title={{ width: 220 }} paragraph={{ rows: 8 }} />
    </div>
  )
}
