import type { Language } from './text.ts'

/** What a push says and opens: written by the server for its reader, shown unchanged by the browser's worker. */
export interface PushContent {
  /** Id of the message; another push with the same id replaces it on screen. */
  tag: string
  title: string
  body: string
  /** Path of the page it opens. */
  opens: string
  /** Stays until somebody acts. */
  isGrave: boolean
  language: Language
  /** When the message was written. ms since 1970 */
  at: number
  /** Sent back by the browser when it arrives, which proves that it does. */
  receipt?: string
  /** A test: shown without a sound. */
  isQuiet?: boolean
}

/** Where a receipt goes. */
export const RECEIPTS = '/admin/open/way-proofs'
