import { readFile } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { type FileUse, fileTypes } from '#shared/files.ts'
import { plainJpeg } from './plain-jpeg.ts'

const JPEG = 'image/jpeg'

interface Judged {
  /** Media type. */
  type: string
  /** Stored instead of the file: a picture without the camera's metadata. */
  bytes?: Uint8Array
}

/**
 * What a file is, judged by its content, not its name. Undefined if it is nothing we accept for this use, such as a
 * page, a program or a drawing with a script in it.
 */
export async function judgeContent(path: string, use: FileUse): Promise<Judged | undefined> {
  const found = await fileTypeFromFile(path)
  if (!found || !Object.hasOwn(fileTypes[use], found.mime)) return undefined
  if (found.mime !== JPEG) return { type: found.mime }
  const plain = plainJpeg(await readFile(path))
  return plain && { type: JPEG, bytes: plain.bytes }
}

/** The name with an extension that fits the content, so that a file cannot pass for another kind. */
export function namedFor(name: string, use: FileUse, type: string): string {
  const [ending = '', ...others] = fileTypes[use][type] ?? []
  const has = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  return has && [ending, ...others].includes(has) ? name : `${name}.${ending}`
}
