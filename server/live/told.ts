import type { FrameData } from '#shared/realtime.ts'
import type { HouseDirectory, KnownHouse } from '../farm/house-state/house-directory.ts'
import { isInScope } from '../platform/database/scope.ts'
import type { EventMap, Events } from '../platform/events.ts'
import { holds } from '../platform/http/holds.ts'
import type { Viewer } from '../platform/http/identify.ts'
import { readersOf } from '../platform/http/modules.ts'
import { type Clients, maySeeFarm, maySeeHouse, maySeeSettings } from './clients.ts'
import { frame, warningFrame } from './frames.ts'
import { send } from './house-feed.ts'

type Event = keyof EventMap
type Told<E extends Event> = EventMap[E][0]

/** Starts to tell one kind of frame; the returned function ends it. */
type Telling = (events: Events, clients: Clients, directory: HouseDirectory) => () => void

/**
 * A kind of frame that follows from an event: its subject, its content and its audience. If the subject is unknown here,
 * nobody is told.
 */
function tells<E extends Event, About>(
  event: E,
  kind: {
    about(told: Told<E>, directory: HouseDirectory): About | undefined
    says(told: Told<E>, about: About): string
    isFor(viewer: Viewer, about: About): boolean
  },
): Telling {
  return (events, clients, directory) => {
    const hear = (told: Told<E>) => {
      const about = kind.about(told, directory)
      if (about === undefined) return
      let text: string | undefined
      for (const { viewer, socket } of clients.values()) {
        if (!kind.isFor(viewer, about)) continue
        text ??= kind.says(told, about)
        send(socket, text)
      }
    }
    events.on(event, hear as never)
    return () => void events.off(event, hear as never)
  }
}

const ofDevice = ({ deviceId }: { deviceId: string }, directory: HouseDirectory): KnownHouse | undefined =>
  directory.houseOfDevice(deviceId)
const say = (data: FrameData): string => frame(data)

/** Every frame that follows directly from an event; a new kind is an entry here, and without an audience nobody hears it. */
export const tellings: readonly Telling[] = [
  tells('status', {
    about: ofDevice,
    says: ({ deviceId, to, at, reason }, { id }) =>
      say({
        dataType: 'DEVICE_STATUS',
        iotId: deviceId,
        chickenHouseId: id,
        status: to,
        since: at,
        reason,
      }),
    isFor: maySeeHouse,
  }),
  tells('house', {
    about: ({ houseId }, directory) => directory.house(houseId),
    says: (now, { id }) => warningFrame(id, now),
    isFor: maySeeFarm,
  }),
  /** Says that something moved, never what: the values are fetched under the consent to remote control (RC). */
  tells('setting', {
    about: ofDevice,
    says: ({ deviceId, state }) => say({ dataType: 'SETTING_STATE', iotId: deviceId, state }),
    isFor: maySeeSettings,
  }),
  /** Says that something moved, never what: it is fetched under the reader's own rights and scope. */
  tells('record', {
    about: record => record,
    says: ({ module, id }) => say({ dataType: 'RECORD', module, id }),
    isFor: (viewer, { module, place }) => holds(viewer, readersOf(module)) && isInScope(viewer.scope, place),
  }),
  /** To the person who began it, in all their sessions, or to the program that did. */
  tells('job', {
    about: ({ accountId, programId }) => ({ accountId, programId }),
    says: ({ jobId, state, done, total }) => say({ dataType: 'JOB', jobId, state, done, total }),
    isFor: (viewer, { accountId, programId }) =>
      viewer.accountId === accountId && (!viewer.program || viewer.program.id === programId),
  }),
]
