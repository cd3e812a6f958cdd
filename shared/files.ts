import { IMAGE_BYTES, RECORDING_BYTES } from './limits.ts'

/** What a person's file is used as: a picture to show, something to open elsewhere, or a voice note or video played in place. */
export const fileUses = ['picture', 'attachment', 'recording'] as const
export type FileUse = (typeof fileUses)[number]

/** Most bytes of one file; for a picture, as it was chosen. */
export const FILE_BYTES: Readonly<Record<FileUse, number>> = {
  picture: IMAGE_BYTES,
  attachment: 200 * 1024 * 1024,
  recording: RECORDING_BYTES,
}
/** Longest side of a stored picture, and of its thumbnail in lists. Pixels */
export const PICTURE_SIDES = { whole: 2_048, small: 480 } as const
/** A picture may have no more than every browser draws; phones draw the fewest. Pixels */
export const PICTURE_MOST = { side: 16_384, all: 50_000_000 } as const
/** Most bytes of a thumbnail. */
export const SMALL_BYTES = 100_000

const OFFICE = 'application/vnd.openxmlformats-officedocument'
/** Media types by use, each with its file extensions; the first is added to a name without one. */
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
    // What phones record and every browser of today plays; a telephone's own AMR is none of it.
    recording: {
      'audio/webm': ['webm'],
      'audio/mp4': ['m4a', 'mp4'],
      'audio/ogg': ['ogg', 'oga', 'opus'],
      'audio/mpeg': ['mp3'],
      'video/webm': ['webm'],
      'video/mp4': ['mp4', 'm4v'],
      'video/quicktime': ['mov'],
    },
  }

/** Where a file's bytes are sent, in parts that can be resent. */
export const UPLOADS_PATH = '/api/admin/auth/uploads'
/** Size of one part; short enough to arrive over a farm's slow line before the time-out. Bytes */
export const UPLOAD_PART_BYTES = 512 * 1024
/** Most uploads of one person that are on their way. */
export const OPEN_UPLOADS = 20
/** Most bytes of one person that are on their way or belong to no record yet. */
export const PERSON_BYTES = 2e9
/** The same of all people of an office together. */
export const OFFICE_UPLOADS = 100
export const OFFICE_BYTES = 10e9
/** Most files of one person that belong to no record yet. */
export const LOOSE_FILES = 200
/** Most files named in one request. */
export const FILES_AT_ONCE = 200
