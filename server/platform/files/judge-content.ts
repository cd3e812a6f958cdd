import { readFile } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { type FileUse, fileTypes, PICTURE_MOST } from '#shared/files.ts'
import { plainJpeg } from './plain-jpeg.ts'
import { plainPng } from './plain-png.ts'
import { plainWebp } from './plain-webp.ts'
import { recordingType } from './recording-type.ts'

const plain = { 'image/jpeg': plainJpeg, 'image/png': plainPng, 'image/webp': plainWebp } as const
const isPicture = (type: string): type is keyof typeof plain => Object.hasOwn(plain, type)

interface Judged {
  /** Media type. */
  type: string
  /** Stored instead of the file: a picture without what a camera or a program told of itself. */
  bytes?: Uint8Array
}
/** Why it is not taken: as a kind, with the extension of what it is if that is known, or as a picture of too many pixels. */
export type Refused = { refused: 'kind'; is: string | undefined } | { refused: 'pixels' }

/**
 * What a file is, judged by its content, not its name. Refused if it is nothing we accept for this use, such as a page, a
 * program or a drawing with a script in it, or a picture that browsers do not draw.
 */
export async function judgeContent(path: string, use: FileUse): Promise<Judged | Refused> {
  const found = await fileTypeFromFile(path)
  const wrong: Refused = { refused: 'kind', is: found?.ext }
  if (!found) return wrong
  if (use === 'recording') {
    const type = recordingType(found.mime, await readFile(path))
    return type ? { type } : wrong
  }
  if (!Object.hasOwn(fileTypes[use], found.mime)) return wrong
  if (!isPicture(found.mime)) return { type: found.mime }
  const picture = plain[found.mime](await readFile(path))
  if (!picture) return wrong
  const { width, height, bytes } = picture
  const isDrawable = Math.max(width, height) <= PICTURE_MOST.side && width * height <= PICTURE_MOST.all
  return isDrawable ? { type: found.mime, bytes } : { refused: 'pixels' }
}

/** The name with an extension that fits the content, so that a file cannot pass for another kind. */
export function namedFor(name: string, use: FileUse, type: string): string {
  const [ending = '', ...others] = fileTypes[use][type] ?? []
  const has = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  return has && [ending, ...others].includes(has) ? name : `${name}.${ending}`
}
