import { and, eq } from 'drizzle-orm'
import { FILE_LINK_MS } from '#shared/limits.ts'
import type { Db } from '../database/store.ts'
import { storedFile } from '../database/tables/jobs.ts'
import { account } from '../database/tables/offices.ts'
import type { Viewer } from '../http/identify.ts'
import { keepPicture } from './pictures.ts'
import { linkTo } from './signed-link.ts'

const GRID_MS = FILE_LINK_MS / 2

/**
 * The address of a person's picture, or null. It is valid for at least five minutes and stays the same within five, so
 * that rereading a list does not load its pictures again.
 */
export const avatarLink = (appSecret: string, avatarId: string | null): string | null =>
  avatarId === null ? null : linkTo(appSecret, avatarId, Math.floor(Date.now() / GRID_MS) * GRID_MS)

/** Removes the account's picture, if it has one. */
export async function removeAvatar(db: Db, accountId: string): Promise<void> {
  await db.update(account).set({ avatarId: null }).where(eq(account.id, accountId))
  await db
    .delete(storedFile)
    .where(and(eq(storedFile.accountId, accountId), eq(storedFile.purpose, 'avatar')))
}

/** Stores a new picture of the viewer in place of the old one. */
export async function keepAvatar(db: Db, viewer: Viewer, dataDir: string, upload: Uint8Array): Promise<void> {
  const { accountId, officePath } = viewer
  await removeAvatar(db, accountId)
  const kept = { purpose: 'avatar', accountId, officePath } as const
  const avatarId = await keepPicture(db, viewer, dataDir, upload, kept)
  await db.update(account).set({ avatarId }).where(eq(account.id, accountId))
}
