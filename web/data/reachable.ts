import { create } from 'zustand'

/** Whether the server answered the last call. */
export const useReachable = create<{ reachable: boolean }>(() => ({ reachable: true }))

/** Remembers whether the server answered; redraws only when that changes. */
export function setReachable(reachable: boolean): void {
  if (useReachable.getState().reachable !== reachable) useReachable.setState({ reachable })
}
