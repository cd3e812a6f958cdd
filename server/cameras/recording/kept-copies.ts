import { copyFile, link, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import type { Db } from '../../platform/database/store.ts'
import { cameraClip } from '../../platform/database/tables/recordings.ts'
import { clipPath } from './places.ts'

/**
 * Where a kept clip stands among the product's own files: these are in every backup, recordings are not. On the same disk it is
 * the same file under a second name, and takes no room.
 */
export const keptPath = (files: string, clipId: string): string => join(files, `clip-${clipId}.mp4`)
const KEPT = /^clip-(.+)\.mp4$/

/** Gives each kept clip its place among the product's files, and takes it from those that are not kept any more. */
export async function followKept(db: Db, folder: string, files: string): Promise<void> {
  const rows = await db
    .select({ id: cameraClip.id })
    .from(cameraClip)
    .where(and(eq(cameraClip.isKept, true), eq(cameraClip.state, 'ready')))
  const names = await readdir(files).catch(() => [])
  const there = new Set(names.flatMap(name => KEPT.exec(name)?.[1] ?? []))
  const kept = new Set(rows.map(({ id }) => id))
  for (const id of kept) if (!there.has(id)) await keep(clipPath(folder, id), files, id)
  for (const id of there) if (!kept.has(id)) await rm(keptPath(files, id), { force: true })
}

/** A clip whose file is gone has nothing to keep. */
async function keep(path: string, files: string, id: string): Promise<void> {
  const kept = keptPath(files, id)
  await mkdir(files, { recursive: true, mode: 0o700 })
  const isLinked = await link(path, kept).then(
    () => true,
    () => false,
  )
  if (isLinked) return
  // Recordings may be on a disk of their own; a backup must not find half a clip.
  const draft = `${kept}.partial`
  await copyFile(path, draft).then(
    () => rename(draft, kept),
    () => rm(draft, { force: true }),
  )
}
