import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import './statement.css'

interface Props {
  icon: LucideIcon
  title: string
  text: string
  /** What to do next: one primary button, others beside it. */
  children: ReactNode
}

/** The content of a page with nothing else to show: what it is, why, what to do next. */
export function Statement({ icon: Icon, title, text, children }: Props) {
  return (
    <section className="statement">
      <span className="statement-mark" aria-hidden>
        <Icon size={26} strokeWidth={1.75} />
      </span>
      <h1>{title}</h1>
      <p>{text}</p>
      <div className="statement-next">{children}</div>
    </section>
  )
}
