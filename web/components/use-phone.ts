import { PHONE } from './breakpoints.ts'
import { useMedia } from './use-media.ts'

const phone = matchMedia(PHONE)

/** Whether the page is as narrow as a phone, where tables become cards. */
export const useIsPhone = (): boolean => useMedia(phone)
