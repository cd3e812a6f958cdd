import { useEffect, useState } from 'react'
import { useConnection } from './live/live.ts'

/** How often a page that stays open asks for a new version, ms. */
const ASK_MS = 10 * 60_000

/** The entry script that a page names; its name holds a hash of the whole app. */
export const entryOf = (html: string): string | null =>
  /<script[^>]*\ssrc="(\/assets\/[^"]+)"/.exec(html)?.[1] ?? null

/**
 * Whether the server has a newer web app than the one that runs here. Asked every ten minutes, when the page is looked
 * at again, and after each new connection, since a deployment restarts the server.
 */
export function useNewVersion(): boolean {
  const [isNew, setIsNew] = useState(false)
  const connections = useConnection(({ times }) => times)
  useEffect(() => {
    if (isNew) return
    const ask = () =>
      void isOutdated().then(
        outdated => outdated && setIsNew(true),
        () => undefined,
      )
    const lookedAt = () => document.visibilityState === 'visible' && ask()
    if (connections > 1) ask()
    const timer = setInterval(ask, ASK_MS)
    document.addEventListener('visibilitychange', lookedAt)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', lookedAt)
    }
  }, [isNew, connections])
  return isNew
}

/** Whether the server's page names another entry script than this one. Fails without an answer. */
export async function isOutdated(): Promise<boolean> {
  const mine = entryOf(document.documentElement.outerHTML)
  const answer = await fetch('/', { cache: 'no-cache', headers: { accept: 'text/html' } })
  const theirs = answer.ok ? entryOf(await answer.text()) : null
  return mine !== null && theirs !== null && mine !== theirs
}
