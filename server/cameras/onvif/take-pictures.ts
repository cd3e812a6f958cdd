import { asc, eq } from 'drizzle-orm'
import { CAMERA_CHANNELS } from '#shared/cameras.ts'
import { newId } from '../../platform/database/ids.ts'
import type { Db } from '../../platform/database/store.ts'
import { camera, cameraChannel } from '../../platform/database/tables/cameras.ts'
import { pathOfProfile } from '../camera-source.ts'
import type { OnvifFound, OnvifPicture } from './orders.ts'

/** Rows in one statement. */
const PAGE_MOST = 40

const columnsOf = ({ main, sub, canMove }: OnvifPicture) => ({
  path: pathOfProfile(main),
  subPath: sub === undefined ? '' : pathOfProfile(sub),
  canMove,
})

/**
 * Stores what a camera of ONVIF told of itself, and gives each of its pictures a channel; those that people have named and put
 * into houses keep both. Returns the profile of the first.
 */
export async function takePictures(db: Db, id: string, found: OnvifFound): Promise<string | undefined> {
  const { pictures, ...told } = found
  const [row] = await db.select().from(camera).where(eq(camera.id, id)).for('update')
  if (!row) return undefined
  await db
    .update(camera)
    .set({ onvif: { ...told, found: pictures.length } })
    .where(eq(camera.id, id))
  const channels = await db
    .select()
    .from(cameraChannel)
    .where(eq(cameraChannel.cameraId, id))
    .orderBy(asc(cameraChannel.number))
  const paths = new Set(pictures.map(({ main }) => pathOfProfile(main)))
  // Made with the camera, or of a profile that it no longer has: a camera that was reset names them anew.
  const free = channels.filter(({ path }) => !paths.has(path))
  const taken = new Set(channels.map(({ number }) => number))
  const added: (typeof cameraChannel.$inferInsert)[] = []
  for (const picture of pictures) {
    const columns = columnsOf(picture)
    const known = channels.find(({ path }) => path === columns.path) ?? free.shift()
    if (known) {
      const isSame = known.subPath === columns.subPath && known.canMove === columns.canMove
      if (known.path !== columns.path || !isSame)
        await db.update(cameraChannel).set(columns).where(eq(cameraChannel.id, known.id))
      continue
    }
    const number = firstFree(taken)
    if (number === undefined) break
    taken.add(number)
    const { officePath, farmPath, status, fault } = row
    const name = `${row.name} ${number}`
    added.push({ ...columns, id: newId(), cameraId: id, officePath, farmPath, status, fault, number, name })
  }
  for (let at = 0; at < added.length; at += PAGE_MOST)
    await db.insert(cameraChannel).values(added.slice(at, at + PAGE_MOST))
  return pictures[0]?.main
}

function firstFree(taken: ReadonlySet<number>): number | undefined {
  for (let number = 1; number <= CAMERA_CHANNELS; number++) if (!taken.has(number)) return number
  return undefined
}
