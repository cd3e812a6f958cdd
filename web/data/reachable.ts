import { create } from 'zustand'

/** Whether the server answered the last call. */
export const useReachable = create<{ reachable: boolean }>(() => ({ reachable: true }))

/** Remembers whether the server answered; redraws only when that changes. */
export function setReachable(reachable: boolean): void {
  if (useReachable.getState().reachable !== reachable) useReachable.setState({ reachable })
}

/** Calls `again` whenever the network or the server is back; returns the function that stops it. */
export function whenBack(again: () => void): () => void {
  const stop = useReachable.subscribe(({ reachable }, before) => {
    if (reachable && !before.reachable) again()
  })
  addEventListener('online', again)
  return () => {
    stop()
    removeEventListener('online', again)
  }
}
