import { randomUUID } from 'node:crypto'
import { and, eq, lt, or, sql } from 'drizzle-orm'
import { type Db, type Store, SYSTEM } from '../../platform/database/store.ts'
import { camera, cameraChannel } from '../../platform/database/tables/cameras.ts'
import { cameraRecorder } from '../../platform/database/tables/recordings.ts'
import { filesFolder } from '../../platform/files/stored-files.ts'
import { roundFailed, startRounds } from '../../platform/rounds.ts'
import type { Services } from '../../platform/services.ts'
import { isSilent } from '../../platform/silence.ts'
import { mediaSource } from '../camera-source.ts'
import { askForAlarmClips, finishClips, recordedChannels, sweepClips } from './keep-clips.ts'
import { takePictures, thinFilms } from './keep-films.ts'
import { followKept } from './kept-copies.ts'
import { recordingsFolder } from './places.ts'
import { Ring } from './ring.ts'

/** Pause between two rounds. ms */
const EVERY_MS = 5_000
/** A process that recorded and is gone is followed by another after this. Seconds */
const LEASE_S = 30
/** Rounds between looks at what is too old. */
const TRIM_EVERY = 6
const SWEEP_EVERY = 120
/** Rounds after which kept clips are put where backups find them. */
const KEPT_EVERY = 12

type Recording = Pick<Services, 'store' | 'config' | 'cameras' | 'log'>

interface Running {
  key: string
  /** That the channel shows: what was recorded of another is not this one's. */
  houseId: string | null
  stop(): void
}

/** Whether this process is the one that records, from now on for a while. */
async function takesLease(db: Db, processId: string, { state }: Ring): Promise<boolean> {
  const until = sql`now() + make_interval(secs => ${LEASE_S})`
  const told = { processId, until, ringBytes: state.bytes, channels: state.channels, stopped: state.stopped }
  const rows = await db
    .insert(cameraRecorder)
    .values({ id: 1, ...told })
    .onConflictDoUpdate({
      target: cameraRecorder.id,
      set: told,
      setWhere: or(eq(cameraRecorder.processId, processId), lt(cameraRecorder.until, sql`now()`)),
    })
    .returning({ id: cameraRecorder.id })
  return rows.length > 0
}

const leaveLease = (store: Store, processId: string) =>
  store.scoped(SYSTEM).delete(cameraRecorder).where(eq(cameraRecorder.processId, processId))

/** Channels that are to be recorded, with where they are. */
const recorded = (db: Db) =>
  db
    .select({
      id: cameraChannel.id,
      path: cameraChannel.path,
      houseId: cameraChannel.houseId,
      camera: { id: camera.id, source: camera.source },
    })
    .from(cameraChannel)
    .innerJoin(camera, eq(camera.id, cameraChannel.cameraId))
    .where(and(recordedChannels, eq(cameraChannel.records, true)))

/** What records, without its clock: tests run its rounds one by one. */
export function openRecorder(services: Recording, ring = ringOf(services)) {
  const { store, cameras } = services
  const db = store.scoped(SYSTEM)
  const processId = randomUUID()
  const running = new Map<string, Running>()
  const asked = new Map<string, number>()
  let rounds = 0

  const stopAll = () => {
    for (const each of running.values()) each.stop()
    running.clear()
  }

  async function follow(): Promise<void> {
    const wanted = new Map((await recorded(db)).map(channel => [channel.id, channel]))
    for (const [id, each] of running) {
      const channel = wanted.get(id)
      const source = channel && mediaSource({ ...channel.camera, path: channel.path }, services)
      const isSame = channel?.houseId === each.houseId
      if (source && JSON.stringify(source) === each.key && isSame) continue
      each.stop()
      running.delete(id)
      // Nobody wants it any more, or it shows another house: nothing of it stays.
      if (!isSame) await ring.forget(id)
    }
    for (const [id, channel] of wanted) {
      if (running.has(id)) continue
      const source = mediaSource({ ...channel.camera, path: channel.path }, services)
      if (!source) continue
      // A camera that is away is asked again in a later round; the engine sees to it that this is not too often.
      const writer = ring.writer(id, () => running.delete(id))
      const leave = cameras.media.watch(id, source, writer)
      running.set(id, {
        key: JSON.stringify(source),
        houseId: channel.houseId,
        stop() {
          leave()
          writer.close()
        },
      })
    }
  }

  async function round(): Promise<void> {
    // A restored copy looks at no camera until it is told that it is the real one.
    if ((await isSilent(store)) || !(await takesLease(db, processId, ring))) return stopAll()
    if (rounds % TRIM_EVERY === 0) await ring.trim()
    await follow()
    await askForAlarmClips(db)
    await ring.flushed()
    await finishClips(db, ring.folder)
    if (rounds % KEPT_EVERY === 0) await followKept(db, ring.folder, filesFolder(services.config.dataDir))
    if (rounds % SWEEP_EVERY === 0) {
      await sweepClips(db, ring.folder)
      await thinFilms(db, ring.folder)
    }
    rounds += 1
  }

  /** Takes the pictures of films that are due, in the process that records. */
  async function film(): Promise<void> {
    const [own] = await db.select().from(cameraRecorder)
    if (own?.processId !== processId || (await isSilent(store))) return
    if (ring.state.stopped) return
    await takePictures(db, services, { folder: ring.folder, asked })
  }

  return {
    round,
    film,
    async stop() {
      stopAll()
      await ring.flushed()
      await leaveLease(store, processId)
    },
  }
}

const ringOf = ({ config, log }: Recording): Ring =>
  new Ring({
    folder: recordingsFolder(config),
    onError: error => roundFailed(log, 'recordings', error),
  })

/** Records what is to be recorded, and makes clips and films of it. */
export function startRecording(services: Recording): { stop(): Promise<void> } {
  const recorder = openRecorder(services)
  const { log } = services
  const recording = startRounds({
    name: 'recordings',
    everyMs: EVERY_MS,
    round: recorder.round,
    log,
  })
  const filming = startRounds({ name: 'recordings', everyMs: EVERY_MS, round: recorder.film, log })
  return {
    async stop() {
      await Promise.all([recording.stop(), filming.stop()])
      await recorder.stop()
    },
  }
}
