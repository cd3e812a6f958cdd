/** Narrower than this a page is a phone's: tables become cards. Style files ask for it as `(--phone)`, and as `(--desk)` for the rest. */
export const PHONE = '(width < 768px)'
export const DESK = '(width >= 768px)'
