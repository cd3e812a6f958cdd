import { oneAtATime } from '#shared/one-at-a-time.ts'
import { type FrameData, pathOfModule } from '#shared/realtime.ts'
import { keepUser } from '../last-user.ts'
import { queries, readAgain } from '../queries.ts'
import { readUserAgain, useSession } from '../session.ts'
import { settingPaths } from '../setting-paths.ts'
import { keptToken } from '../token.ts'
import { readNews } from './news.ts'

type Kind = FrameData['dataType']
/** `watchAgain` tells the server anew which houses the page shows. */
type Follow<K extends Kind> = (frame: Extract<FrameData, { dataType: K }>, watchAgain: () => void) => void

/** Told in bursts, as a change goes from step to step: the server answers once for all that come meanwhile. */
const readSettings = oneAtATime(() => readAgain(queries, settingPaths))
const readModule = oneAtATime((path: string) => readAgain(queries, [path]))

/** What a frame triggers beside the live values it may carry; a new kind is an entry here. */
const follows: { readonly [K in Kind]?: Follow<K> } = {
  /** Houses may have become visible again, and what was read before may not be ours any more. */
  ACCESS({ rights }, watchAgain) {
    watchAgain()
    queries.removeQueries({ type: 'inactive' })
    void queries.invalidateQueries()
    if (rights) void readUserAgain().catch(() => undefined)
  },
  /** Everything else in the user info stays as it is. */
  LOGO({ logo }) {
    const [{ user: before }, token] = [useSession.getState(), keptToken()]
    if (!before || !token || before.logo === logo) return
    const user = { ...before, logo }
    useSession.setState({ user })
    void keepUser(token.expiry, user)
  },
  SETTING_STATE: () => void readSettings(queries),
  RECORD: ({ module }) => void readModule(pathOfModule(module)),
  /** Also the first of a connection: no other frame reports what happened before it. */
  NOTICE: () => void readNews(queries),
}

export const follow = (frame: FrameData, watchAgain: () => void): void =>
  (follows[frame.dataType] as Follow<Kind> | undefined)?.(frame, watchAgain)
