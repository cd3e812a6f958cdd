import { and, eq } from 'drizzle-orm'
import type { Db } from '../database/store.ts'
import { storedFile } from '../database/tables/jobs.ts'
import { office } from '../database/tables/offices.ts'
import type { Viewer } from '../http/identify.ts'
import { keepPicture } from './pictures.ts'

interface Branded {
  id: string
  path: string
}

/** Removes an organisation's logo, if it has one: from then on its people see the nearest one above. */
export async function removeLogo(db: Db, { id, path }: Branded): Promise<void> {
  await db.update(office).set({ logo: null }).where(eq(office.id, id))
  await db.delete(storedFile).where(and(eq(storedFile.officePath, path), eq(storedFile.purpose, 'logo')))
}

/**
 * Stores an organisation's new logo in place of the old one. It is public under an address that nobody can guess and
 * that changes with the logo; it belongs to the organisation, whoever uploaded it.
 */
export async function keepLogo(
  db: Db,
  viewer: Viewer,
  dataDir: string,
  upload: Uint8Array,
  { id, path }: Branded,
): Promise<void> {
  await removeLogo(db, { id, path })
  const kept = { purpose: 'logo', accountId: null, officePath: path } as const
  const fileId = await keepPicture(db, viewer, dataDir, upload, kept)
  await db
    .update(office)
    .set({ logo: `/files/${fileId}` })
    .where(eq(office.id, id))
}
