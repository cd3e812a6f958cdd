import type { ComponentProps } from 'react'
import { PublicFrame } from './public-frame.tsx'
import { Statement } from './statement.tsx'

/** How something ended, for users who are not signed in: what it was, what happens next, where to go. */
export function ResultPage(props: ComponentProps<typeof Statement>) {
  return (
    <PublicFrame>
      <main>
        <Statement {...props} />
      </main>
    </PublicFrame>
  )
}
