import { eq } from 'drizzle-orm'
import { changeRemains } from '#shared/setting-changes.ts'
import { only } from '#shared/setting-draft.ts'
import { ownersOf } from '../../people/customers/people.ts'
import { tell } from '../../people/notices/tell.ts'
import { type Db, type Store, SYSTEM } from '../../platform/database/store.ts'
import { account } from '../../platform/database/tables/offices.ts'
import type { TextKey } from '../../platform/http/texts.ts'
import { zoneOf } from './judged-house.ts'
import { type ChangeRow, moveOn, type OpenChange } from './open-changes.ts'
import type { Verdict } from './rules.ts'
import { closeTemporary } from './temporary.ts'
import { changeTitle } from './titles.ts'
import type { ToldSettings } from './told-settings.ts'

/** How long the maker of a change watches it; about a later end they get a message. ms */
const WATCHED_MS = 60_000

/**
 * Ends a change with its verdict, and writes the messages about it in the same transaction. Returns the accounts that got
 * one; undefined when another process ended it.
 */
export function endChange(
  store: Store,
  change: OpenChange,
  verdict: Verdict,
  told: ToldSettings,
): Promise<string[] | undefined> {
  const { state, failure = null, result = null, says = null, isByEcho = false } = verdict
  const after = only(told.values, Object.keys(change.wanted))
  return store.transaction(SYSTEM, async db => {
    const ended = await moveOn(db, change, {
      state,
      failure,
      result,
      says,
      isByEcho,
      after,
      overAt: new Date(),
      againAt: null,
    })
    if (!ended) return undefined
    if (isLeft(ended)) await closeTemporary(db, change.deviceId)
    if (failure === 'withdrawn') return []
    const owners = isLeft(ended) ? await tellOwners(db, ended, placeOf(change)) : []
    return [...owners, ...(await tellMaker(db, ended, placeOf(change)))]
  })
}

/** Whether something of an ended change is at the controller. */
const isLeft = ({ state, failure }: Pick<ChangeRow, 'state' | 'failure'>): boolean =>
  state === 'synced' || changeRemains.some(each => each === failure)

/** A house as messages name it, and its clock. */
export interface ToldHouse {
  name: string
  timeZone: string
}

const placeOf = ({ house, officeZone }: OpenChange): ToldHouse => ({
  name: house.name,
  timeZone: zoneOf({ row: house, officeZone }),
})

const about = (houseId: string | null) =>
  ({ messageType: 'parameter_modification', businessType: 'setting', subjectId: houseId }) as const

/** Tells the customer's owners what somebody else changed. */
export async function tellOwners(db: Db, change: ChangeRow, house: ToldHouse): Promise<string[]> {
  const { farmPath, accountId, houseId, group, before, after, failure, days } = change
  const owners = (await ownersOf(db, farmPath)).filter(({ id }) => id !== accountId || change.actorProgram)
  const text = changeTitle({
    key: toldKey(change),
    actor: actorOf(change),
    house: house.name,
    group,
    before,
    after: after ?? {},
    days,
    until: untilOf(change, house),
  })
  const level = failure ? 'warning' : 'info'
  return tell(db, owners, { ...text, level, ...about(houseId) })
}

function toldKey({ origin, failure }: ChangeRow): TextKey {
  if (origin !== 'remote') return origin === 'panel' ? 'setting.told.panel' : 'setting.told.gateway'
  if (failure === 'readBack') return 'setting.told.readBack'
  return failure === 'partial' ? 'setting.told.partial' : 'setting.told.changed'
}

const actorOf = ({ actorName, actorProgram }: ChangeRow): string =>
  [actorName, actorProgram && `(API: ${actorProgram})`].filter(Boolean).join(' ')

const untilOf = ({ returnsAt }: ChangeRow, { timeZone }: ToldHouse) =>
  returnsAt ? { at: returnsAt, timeZone } : undefined

const endings: Partial<Record<ChangeRow['state'], TextKey>> = {
  synced: 'setting.ended.synced',
  expired: 'setting.ended.expired',
  conflict: 'setting.ended.conflict',
}

/** Tells the maker about an end that came after they stopped watching. */
async function tellMaker(db: Db, change: ChangeRow, house: ToldHouse): Promise<string[]> {
  const { state, failure, accountId, madeAt, houseId, group, before, wanted, farmPath, days } = change
  if (!accountId || Date.now() - madeAt.getTime() < WATCHED_MS) return []
  const makers = await db
    .select({ id: account.id, officePath: account.officePath })
    .from(account)
    .where(eq(account.id, accountId))
  // A message outlives the consent to control: above the customer it contains no values.
  const isOwn = makers.every(({ officePath }) => officePath.startsWith(farmPath))
  const text = changeTitle({
    key: failure === 'unsafe' ? 'setting.ended.unsafe' : (endings[state] ?? 'setting.ended.failed'),
    actor: '',
    house: house.name,
    group,
    before,
    after: isOwn ? wanted : {},
    days,
    until: untilOf(change, house),
  })
  const level = state === 'synced' ? 'info' : 'warning'
  return tell(db, makers, { ...text, level, ...about(houseId) })
}
