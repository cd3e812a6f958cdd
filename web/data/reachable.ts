import { create } from 'zustand'

/** Whether the last call was answered by the server. */
export const useReachable = create<{ reachable: boolean }>(() => ({ reachable: true }))

/** Remembers whether the server answered; draws nothing again when that is nothing new. */
export function setReachable(reachable: boolean): void {
  if (useReachable.getState().reachable !== reachable) useReachable.setState({ reachable })
}
