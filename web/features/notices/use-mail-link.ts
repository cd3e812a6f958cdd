import { useEffect } from 'react'
import { useScreen } from '#web/components/screen-context.tsx'
import { useSession } from '#web/data/session.ts'
import { linkOf } from './notice-link.ts'

/** A mail about one message links here with its subject; this leads on to the subject's screen, if the reader has one. */
export function useMailLink(): void {
  const { search, setSearch, open, exists } = useScreen()
  const { about, subject } = search
  const grants = useSession(({ grants }) => grants)
  useEffect(() => {
    if (about === undefined) return
    setSearch({ about: undefined, subject: undefined })
    const link = linkOf({ businessType: about, subjectId: subject || null }, exists, grants)
    if (link) open(link)
  }, [about, subject, setSearch, open, exists, grants])
}
