import type { ReactNode } from 'react'
import { PublicFrame } from './public-frame.tsx'
import './result-page.css'

interface Props {
  /** The shape that goes with the title. */
  mark?: ReactNode
  title: string
  text: string
  /** What to do next. */
  children: ReactNode
}

/** How something ended, for who is not signed in: what it was, what happens next, where to go. */
export function ResultPage({ mark, title, text, children }: Props) {
  return (
    <PublicFrame>
      <main className="result-page">
        {mark}
        <h1>{title}</h1>
        <p>{text}</p>
        <div>{children}</div>
      </main>
    </PublicFrame>
  )
}
