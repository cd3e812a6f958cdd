import { readFile } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { type FileUse, fileTypes } from '#shared/files.ts'
import { plainJpeg } from './plain-jpeg.ts'

const JPEG = 'image/jpeg'

interface Judged {
  /** Media type. */
  type: string
  /** What is kept instead of the file: a picture without what the camera wrote into it. */
  bytes?: Uint8Array
}

/**
 * What a file is, by its content and whatever it is called. Undefined when that is nothing we take for this use, such as a
 * page, a program or a drawing with a script in it.
 */
export async function judgeContent(path: string, use: FileUse): Promise<Judged | undefined> {
  const found = await fileTypeFromFile(path)
  if (!found || !Object.hasOwn(fileTypes[use], found.mime)) return undefined
  if (found.mime !== JPEG) return { type: found.mime }
  const plain = plainJpeg(await readFile(path))
  return plain && { type: JPEG, bytes: plain.bytes }
}

/** The name with an ending of its content: what looks like another kind of file is not handed on as one. */
export function namedFor(name: string, use: FileUse, type: string): string {
  const [ending = '', ...others] = fileTypes[use][type] ?? []
  const has = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  return has && [ending, ...others].includes(has) ? name : `${name}.${ending}`
}
