import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type SettingChange, type SettingsOfGroup, settings } from '#shared/contracts/settings.ts'
import { differing, only, type Wanted } from '#shared/setting-draft.ts'
import type { SettingDocument, SettingGroupKey } from '#shared/signals.ts'
import { useChange } from '#web/components/use-change.ts'
import { useUnsaved } from '#web/components/use-unsaved.ts'
import { call } from '#web/data/client.ts'
import { useConnection } from '#web/data/live/live.ts'
import { type Draft, draftOf, keptTemporary } from './draft.ts'

/** A group's settings as the controller last reported them; read again when the live channel reports a change. */
export function useGroup(houseId: string, deviceId: string | undefined, group: SettingGroupKey) {
  const found = useQuery({
    queryKey: [settings.ofGroup.path, houseId, deviceId, group],
    queryFn: () => call(settings.ofGroup, { params: { id: houseId }, query: { deviceId, group } }),
  })
  useRereadAfterGap(found.refetch)
  return found
}

/** Changes made while disconnected were reported to nobody. */
export function useRereadAfterGap(refetch: () => unknown): void {
  useChange(
    useConnection(({ times }) => times),
    () => void refetch(),
  )
}

/** The change of this group that waits or is being sent; changes of the controller's other groups queue with it. */
export const openIn = ({ open, group }: SettingsOfGroup): SettingChange | undefined =>
  open.find(change => change.group === group)

export interface Editing extends Draft {
  /** Settings somebody else changed at the controller since they were typed here: to be decided before sending. */
  overtaken: string[]
  /** The values shown when they were overtyped. */
  before: SettingDocument
  /** Takes input into cells. */
  type(cells: Wanted): void
  /** Continues with the input, or with the controller's current values. */
  decide(keeps: 'mine' | 'theirs'): void
  /** Takes back the input into one cell. */
  forget(name: string): void
  discard(): void
  problemOf(name: string): Draft['problems'][number] | undefined
}

interface Typed {
  values: Wanted
  before: SettingDocument
}
const nothing: Typed = { values: {}, before: {} }

/** Input over the settings of a group, checked as it is typed. */
export function useDraft({ group, values, house, held }: SettingsOfGroup): Editing {
  const [typed, setTyped] = useState(nothing)
  const draft = useMemo(() => {
    const kept = keptTemporary(held, typed.values, { before: typed.before, values })
    return draftOf(group, values, typed.values, house, kept)
  }, [group, values, typed, house, held])
  useUnsaved(draft.changed.length > 0)
  const before = only(typed.before, draft.changed)
  const overtaken = differing(before, values)
  const without = (names: readonly string[]) =>
    Object.fromEntries(Object.entries(typed.values).filter(([name]) => !names.includes(name)))
  return {
    ...draft,
    overtaken,
    before,
    type: cells =>
      setTyped(known => ({
        values: { ...known.values, ...cells },
        before: { ...only(values, Object.keys(cells)), ...only(known.before, draft.changed) },
      })),
    decide: keeps =>
      setTyped(known => ({
        values: keeps === 'mine' ? known.values : without(overtaken),
        before: { ...known.before, ...only(values, overtaken) },
      })),
    forget: name => setTyped(known => ({ before: known.before, values: without([name]) })),
    discard: () => setTyped(nothing),
    problemOf: name => [...draft.problems, ...draft.risks].find(({ field }) => field === name),
  }
}
