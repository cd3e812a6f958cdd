import type { ReactNode } from 'react'
import './notice-page.css'

/** A page that only says something: not found, not built, broken. `children` are its buttons. */
export function NoticePage({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="notice-page">
      <h1>{title}</h1>
      <p>{text}</p>
      <div>{children}</div>
    </section>
  )
}
