import { IMAGE_BYTES } from './limits.ts'

/** What a file of a person is: a picture that is shown, or something to be opened elsewhere. */
export const fileUses = ['picture', 'attachment'] as const
export type FileUse = (typeof fileUses)[number]

/** Bytes of one file; of a picture as it was chosen. */
export const FILE_BYTES: Readonly<Record<FileUse, number>> = {
  picture: IMAGE_BYTES,
  attachment: 200 * 1024 * 1024,
}
/** Longest side of a picture as it is kept, and of the small one that stands for it in lists. Pixels */
export const PICTURE_SIDES = { whole: 2_048, small: 480 } as const
/** Bytes of the small one. */
export const SMALL_BYTES = 100_000

const OFFICE = 'application/vnd.openxmlformats-officedocument'
/** Media types by what a file is used as, each with the endings of its names; the first is given to a name without. */
export const fileTypes: Readonly<Record<FileUse, Readonly<Record<string, readonly [string, ...string[]]>>>> =
  {
    picture: { 'image/jpeg': ['jpg', 'jpeg'], 'image/png': ['png'], 'image/webp': ['webp'] },
    attachment: {
      'application/pdf': ['pdf'],
      [`${OFFICE}.wordprocessingml.document`]: ['docx'],
      [`${OFFICE}.spreadsheetml.sheet`]: ['xlsx'],
      [`${OFFICE}.presentationml.presentation`]: ['pptx'],
      // Word, Excel and PowerPoint before 2007: their content does not tell which of them it is.
      'application/x-cfb': ['doc', 'xls', 'ppt'],
      'video/mp4': ['mp4', 'm4v'],
    },
  }

/** Where the bytes of a file are sent to, in parts that can be sent again. */
export const UPLOADS_PATH = '/api/admin/auth/uploads'
/** Of one part; short enough to arrive over a farm's slow line before it is given up. Bytes */
export const UPLOAD_PART_BYTES = 512 * 1024
/** Files of one person that belong to no record yet. */
export const LOOSE_FILES = 200
/** Files named in one question. */
export const FILES_AT_ONCE = 200
