import { useSyncExternalStore } from 'react'

/** Whether a media query currently matches. */
export const useMedia = (media: MediaQueryList): boolean =>
  useSyncExternalStore(
    listener => {
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => media.matches,
  )
