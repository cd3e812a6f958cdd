import type { MouseEvent, ReactNode } from 'react'

interface Props {
  className: string
  path: string
  current: boolean
  open: (href: string) => void
  title: string
  children: ReactNode
}

/** A menu link: opens in the app, and in a new browser tab the way any link does. */
export function Entry({ className, path, current, open, title, children }: Props) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    open(path)
  }
  return (
    <a
      className={className}
      href={path}
      onClick={follow}
      title={title}
      aria-label={title}
      aria-current={current ? 'page' : undefined}
    >
      {children}
    </a>
  )
}
