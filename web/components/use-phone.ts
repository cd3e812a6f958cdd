import { useSyncExternalStore } from 'react'

const phone = matchMedia('(width < 768px)')

/** Whether the page is as narrow as a phone, where tables become cards. */
export const useIsPhone = (): boolean =>
  useSyncExternalStore(
    listener => {
      phone.addEventListener('change', listener)
      return () => phone.removeEventListener('change', listener)
    },
    () => phone.matches,
  )
