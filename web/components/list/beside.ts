import { useEffect } from 'react'
import { create } from 'zustand'

/** How many details are docked beside a list on the screen that shows. */
const useBeside = create<{ count: number }>(() => ({ count: 0 }))

/** Whether a list shares its screen with the details of a row: the side menu then leaves its room to them. */
export const useIsBeside = (): boolean => useBeside(({ count }) => count > 0)

/** Says so while the component is on the screen; a hidden tab's details need no room. */
export function useBesideList(): void {
  useEffect(() => {
    useBeside.setState(({ count }) => ({ count: count + 1 }))
    return () => useBeside.setState(({ count }) => ({ count: count - 1 }))
  }, [])
}
