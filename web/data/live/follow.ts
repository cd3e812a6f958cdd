import { type FrameData, pathOfModule } from '#shared/realtime.ts'
import { keepUser } from '../last-user.ts'
import { queries, readAgain } from '../queries.ts'
import { readUserAgain, useSession } from '../session.ts'
import { settingPaths } from '../setting-paths.ts'
import { keptToken } from '../token.ts'
import { readNews } from './news.ts'

type Kind = FrameData['dataType']
/** `watchAgain` says anew which houses the page shows. */
type Follow<K extends Kind> = (frame: Extract<FrameData, { dataType: K }>, watchAgain: () => void) => void

/** What follows from a frame beside the live values that it may carry; a new kind is an entry here. */
const follows: { readonly [K in Kind]?: Follow<K> } = {
  /** Houses may have come back into sight, and nothing that was read before is certain to be ours still. */
  ACCESS({ rights }, watchAgain) {
    watchAgain()
    queries.removeQueries({ type: 'inactive' })
    void queries.invalidateQueries()
    if (rights) void readUserAgain().catch(() => undefined)
  },
  /** Everything else of the user info stays as it is. */
  LOGO({ logo }) {
    const [{ user: before }, token] = [useSession.getState(), keptToken()]
    if (!before || !token || before.logo === logo) return
    const user = { ...before, logo }
    useSession.setState({ user })
    void keepUser(token.expiry, user)
  },
  SETTING_STATE: () => void readAgain(queries, settingPaths),
  RECORD: ({ module }) => void readAgain(queries, [pathOfModule(module)]),
  /** Also the first of a connection: what happened before it is told by no other. */
  NOTICE: () => void readNews(queries),
}

export const follow = (frame: FrameData, watchAgain: () => void): void =>
  (follows[frame.dataType] as Follow<Kind> | undefined)?.(frame, watchAgain)
