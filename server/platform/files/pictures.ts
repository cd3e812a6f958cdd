import { writeFile } from 'node:fs/promises'
import { PICTURE_BYTES, PICTURE_SIDE } from '#shared/pictures.ts'
import type { Db } from '../database/store.ts'
import { refuse } from '../http/errors.ts'
import type { Viewer } from '../http/identify.ts'
import { plainJpeg } from './plain-jpeg.ts'
import { recordFile, writeNewFile } from './stored-files.ts'

/** A picture stays until it is replaced. */
const FOREVER = new Date('9999-12-31')

/**
 * Stores a small square JPEG without its camera metadata; anything else, judged by content, is refused for the field
 * `file`. It belongs to an account, or to the office itself. Answers its id.
 */
export async function keepPicture(
  db: Db,
  viewer: Viewer,
  dataDir: string,
  upload: Uint8Array,
  kept: { purpose: 'avatar' | 'logo'; accountId: string | null; officePath: string },
): Promise<string> {
  const picture = upload.length > PICTURE_BYTES ? undefined : plainJpeg(upload)
  if (picture?.width !== PICTURE_SIDE || picture.height !== PICTURE_SIDE)
    throw refuse.invalid([{ field: 'file', message: 'picture.wrong' }], 'picture.wrong')
  const file = await writeNewFile(dataDir, path => writeFile(path, picture.bytes, { mode: 0o600 }))
  await recordFile(db, viewer, file, {
    ...kept,
    name: `${kept.purpose}.jpg`,
    type: 'image/jpeg',
    needs: [],
    expiresAt: FOREVER,
  })
  return file.id
}
