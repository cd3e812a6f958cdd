/**
 * Below this width a page is a phone's: tables become cards. Style files use it as `(--phone)`, and the rest as `(--desk)`.
 */
export const PHONE = '(width < 768px)'
export const DESK = '(width >= 768px)'
