import { z } from 'zod'
import { get, Id, post, unsaid } from '../endpoint.ts'
import { FILES_AT_ONCE, fileUses, SMALL_BYTES } from '../files.ts'
import { line } from '../line.ts'

/** A file of a person, as who may see it is shown it. */
export const ShownFile = z.object({
  id: Id,
  name: z.string(),
  /** Media type by its content. */
  type: z.string(),
  /** Bytes. */
  size: z.number().int(),
  /** Address of the file, good for some minutes. */
  url: unsaid(z.string()),
  /** The same of a small picture of it; null where there is none. */
  small: unsaid(z.string()).nullable(),
})
export type ShownFile = z.infer<typeof ShownFile>

const path = '/admin/auth/files'

/**
 * Pictures and attachments of people. Their bytes come first, in parts; then they are kept, and belong to who sent them until
 * a record names them. From then on who sees the record sees them.
 */
export const files = {
  keep: post(path, 'signedIn', {
    /** `upload` is the last part of the address the bytes were sent to. */
    body: z.object({
      upload: Id,
      name: line(200).min(1),
      use: z.enum(fileUses),
      /** A small JPEG of a picture, in base64. */
      small: z
        .base64()
        .max(Math.ceil((SMALL_BYTES * 4) / 3))
        .nullish(),
    }),
    returns: ShownFile,
    says: null,
    summary: 'Checks what was uploaded by its content and keeps it; may be repeated.',
  }),
  shown: get(path, 'signedIn', {
    query: z.object({
      ids: z
        .string()
        .max(FILES_AT_ONCE * 25)
        .regex(/^[\w,-]*$/),
    }),
    returns: z.array(ShownFile),
    summary: 'Files by their ids, divided by commas: those of them that the caller may see.',
  }),
}
