import { type Profile, personal } from '#shared/contracts/personal.ts'
import { queries } from '#web/data/queries.ts'
import { readUserAgain } from '#web/data/session.ts'

/** Shows a profile that was just saved, here and in the header. */
export async function showProfile(change: Promise<Profile>): Promise<void> {
  queries.setQueryData([personal.profile.path], await change)
  await readUserAgain()
}
