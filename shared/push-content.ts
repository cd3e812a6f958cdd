import type { Language } from './text.ts'

/** What a push says and opens: written by the server for its reader, shown by the browser's worker as it is. */
export interface PushContent {
  /** Id of the message; another push with it replaces what is shown. */
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
}
