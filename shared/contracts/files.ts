import { z } from 'zod'
import { get, Id, post, unsaid } from '../endpoint.ts'
import { FILES_AT_ONCE, fileUses, SMALL_BYTES } from '../files.ts'
import { line } from '../line.ts'

/** A person's file, as shown to those who may see it. */
export const ShownFile = z.object({
  id: Id,
  name: z.string(),
  /** Media type by its content. */
  type: z.string(),
  /** Bytes. */
  size: z.number().int(),
  /** Address of the file, valid for some minutes. */
  url: unsaid(z.string()),
  /** The same for a thumbnail; null without one. */
  small: unsaid(z.string()).nullable(),
})
export type ShownFile = z.infer<typeof ShownFile>

const path = '/admin/auth/files'

/**
 * Pictures and attachments by people. The bytes are uploaded first, in parts; the file then belongs to its sender until a
 * record names it. From then on everybody who sees the record sees it.
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
