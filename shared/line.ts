import { z } from 'zod'

/** Line breaks and other control characters, and those that turn the direction of what stands beside them. */
const UNSEEN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

/** A text of one line, such as a name: in histories and mails it must not look like something else of ours. */
export const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .refine(text => !UNSEEN.test(text))
