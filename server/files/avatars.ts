import { writeFile } from 'node:fs/promises'
import { and, eq } from 'drizzle-orm'
import { AVATAR_BYTES, AVATAR_SIDE } from '#shared/contracts/personal.ts'
import { FILE_LINK_MS } from '#shared/limits.ts'
import type { Db } from '../database/store.ts'
import { storedFile } from '../database/tables/jobs.ts'
import { account } from '../database/tables/offices.ts'
import { refuse } from '../http/errors.ts'
import type { Viewer } from '../http/identify.ts'
import { plainJpeg } from './plain-jpeg.ts'
import { linkTo } from './signed-link.ts'
import { recordFile, writeNewFile } from './stored-files.ts'

/** A picture stays until it is replaced. */
const FOREVER = new Date('9999-12-31')
const GRID_MS = FILE_LINK_MS / 2

/**
 * The address of somebody's picture, or null. It is good for at least five minutes and the same within five, so that a
 * list that is read again does not load its pictures again.
 */
export const avatarLink = (appSecret: string, avatarId: string | null): string | null =>
  avatarId === null ? null : linkTo(appSecret, avatarId, Math.floor(Date.now() / GRID_MS) * GRID_MS)

/** Takes away the picture of the account, if it has one. */
export async function removeAvatar(db: Db, accountId: string): Promise<void> {
  await db.update(account).set({ avatarId: null }).where(eq(account.id, accountId))
  await db
    .delete(storedFile)
    .where(and(eq(storedFile.accountId, accountId), eq(storedFile.purpose, 'avatar')))
}

/** Keeps a new picture of the viewer: a small square JPEG, judged by its content, without what a camera wrote into it. */
export async function keepAvatar(db: Db, viewer: Viewer, dataDir: string, upload: Uint8Array): Promise<void> {
  const picture = upload.length > AVATAR_BYTES ? undefined : plainJpeg(upload)
  if (picture?.width !== AVATAR_SIDE || picture.height !== AVATAR_SIDE)
    throw refuse.invalid([{ field: 'file', message: 'avatar.wrong' }], 'avatar.wrong')
  await removeAvatar(db, viewer.accountId)
  const file = await writeNewFile(dataDir, path => writeFile(path, picture.bytes, { mode: 0o600 }))
  await recordFile(db, viewer, file, {
    ...{ name: 'avatar.jpg', type: 'image/jpeg', purpose: 'avatar', needs: [], expiresAt: FOREVER },
  })
  await db.update(account).set({ avatarId: file.id }).where(eq(account.id, viewer.accountId))
}
