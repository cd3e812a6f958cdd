import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useWidth } from '#web/components/use-width.ts'

interface Props {
  title: string
  /** px */
  width: number
  children: ReactNode
}

/** Attributes of our page that its styles depend on. */
const ASKED = ['data-theme', 'data-primary', 'lang']

/**
 * Shows its content as in a window of this width, scaled down where there is less room. It is a document of its own, so that
 * media queries see this width.
 */
export function Framed({ title, width, children }: Props) {
  const [place, room] = useWidth<HTMLDivElement>()
  const [inner, setInner] = useState<Document | null>(null)
  const [height, setHeight] = useState(0)
  useEffect(() => {
    if (!inner) return
    const { body, head, documentElement } = inner
    const dress = () =>
      head.replaceChildren(
        ...Array.from(document.head.querySelectorAll('style, link[rel="stylesheet"]'), each =>
          each.cloneNode(true),
        ),
      )
    const follow = () => {
      for (const name of ASKED)
        documentElement.setAttribute(name, document.documentElement.getAttribute(name) ?? '')
    }
    dress()
    follow()
    // As high as its content.
    Object.assign(body.style, { height: 'auto', overflow: 'hidden' })
    const growth = new ResizeObserver(() => setHeight(body.offsetHeight))
    growth.observe(body)
    const styles = new MutationObserver(dress)
    styles.observe(document.head, { childList: true })
    const looks = new MutationObserver(follow)
    looks.observe(document.documentElement, { attributeFilter: ASKED })
    return () => {
      for (const watcher of [growth, styles, looks]) watcher.disconnect()
    }
  }, [inner])
  const scale = room > 0 ? Math.min(1, room / width) : 1
  return (
    <div ref={place} className="framed" style={{ height: height * scale }}>
      <iframe
        title={title}
        srcDoc="<!doctype html>"
        style={{ width, height, transform: `scale(${scale})` }}
        onLoad={({ currentTarget }) => setInner(currentTarget.contentDocument)}
      />
      {inner && createPortal(children, inner.body)}
    </div>
  )
}
