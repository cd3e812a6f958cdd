import { useSyncExternalStore } from 'react'

/** Whether what a media query asks for is so now. */
export const useMedia = (media: MediaQueryList): boolean =>
  useSyncExternalStore(
    listener => {
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => media.matches,
  )
