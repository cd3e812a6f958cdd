import { type CameraMove, MOVE_MS } from '#shared/cameras.ts'

/** Orders to a camera; each tells whether it was taken. */
interface Orders {
  move(move: CameraMove): Promise<boolean>
  stop(): Promise<boolean>
}

interface Moving {
  move: CameraMove
  until: NodeJS.Timeout
}

const moving = new Map<string, Moving>()

/**
 * Moves a camera until it is told to stop, or nobody asks for it any more: a page that was closed, or a line that broke, does
 * not leave it turning.
 */
export async function keepMoving(
  channelId: string,
  move: CameraMove | null,
  { move: begin, stop }: Orders,
): Promise<boolean> {
  const before = moving.get(channelId)
  clearTimeout(before?.until)
  if (move === null) {
    moving.delete(channelId)
    return stop()
  }
  const until = setTimeout(() => {
    moving.delete(channelId)
    void stop().catch(() => {})
  }, MOVE_MS)
  until.unref()
  moving.set(channelId, { move, until })
  // It turns already.
  if (before?.move === move) return true
  const isTaken = await begin(move)
  if (!isTaken && moving.get(channelId)?.until === until) {
    clearTimeout(until)
    moving.delete(channelId)
  }
  return isTaken
}
