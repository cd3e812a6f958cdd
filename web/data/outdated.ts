/** The entry script named in a page; its name holds a hash of the whole app. */
const entryOf = (html: string): string | null =>
  /<script[^>]*\ssrc="(\/assets\/[^"]+)"/.exec(html)?.[1] ?? null

/** Whether the server serves another web app than this one. Rejects when it does not answer. */
export async function isOutdated(): Promise<boolean> {
  const mine = entryOf(document.documentElement.outerHTML)
  const answer = await fetch('/', { cache: 'no-cache', headers: { accept: 'text/html' } })
  const theirs = answer.ok ? entryOf(await answer.text()) : null
  return mine !== null && theirs !== null && mine !== theirs
}
