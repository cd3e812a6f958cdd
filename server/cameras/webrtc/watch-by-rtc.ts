import { setsOf, shownAt } from '../fragments.ts'
import { type MediaSource, type MediaViewer, ViewError, type WhepViewer } from '../media-types.ts'
import type { TimedPicture } from './rtc-messages.ts'
import type { RtcLine, RtcThread } from './rtc-thread.ts'

/** What came before the newest picture since its key frame is decoded at once, not played off. Ticks */
const CATCH_UP = 9

/** Joins a channel's pull for a browser that made an offer of WebRTC; resolves to what it is answered. */
export function watchByRtc(
  watch: (channelId: string, source: MediaSource, viewer: MediaViewer) => () => void,
  thread: RtcThread,
  { channelId, source, offer }: { channelId: string; source: MediaSource; offer: string },
  { failed, signal }: WhepViewer,
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let leave = () => {}
  let isOver = false
  const end = () => {
    if (isOver) return
    isOver = true
    signal.removeEventListener('abort', onAbort)
    leave()
    line.close()
  }
  const onAbort = () => {
    end()
    reject(new ViewError('ended'))
  }
  const fail: WhepViewer['failed'] = fault => {
    if (isOver) return
    end()
    reject(new ViewError(fault))
    failed(fault)
  }
  const line = thread.open(offer, {
    answered: resolve,
    refused(why) {
      end()
      reject(new ViewError('noWebRtc', why))
    },
    connected() {
      if (isOver) return
      const before = leave
      leave = joined(line, fail, viewer => watch(channelId, source, viewer))
      before()
    },
    ended: () => fail('noWebRtc'),
  })
  // The camera is called while the browser looks for its way to us.
  leave = watch(channelId, source, { init() {}, fragment() {}, failed: fail, backlog: () => 0 })
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  return promise
}

/** Joins for a browser that is connected: what is at hand since the last key frame goes out as one. */
function joined(
  line: RtcLine,
  failed: MediaViewer['failed'],
  join: (viewer: MediaViewer) => () => void,
): () => void {
  let before: TimedPicture[] | undefined = []
  const leave = join({
    init: ({ segment }) => line.sets(setsOf(segment)),
    fragment(data, isKey) {
      const picture = { data, time: shownAt(data), isKey }
      if (before) before.push(picture)
      else line.pictures([picture])
    },
    failed,
    // What a network does not take is lost, not queued.
    backlog: () => 0,
  })
  const last = before.at(-1)?.time ?? 0
  const { length } = before
  if (length > 0)
    line.pictures(before.map((each, i) => ({ ...each, time: last - (length - 1 - i) * CATCH_UP })))
  before = undefined
  return leave
}
