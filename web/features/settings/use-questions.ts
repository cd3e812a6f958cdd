import { useQueries } from '@tanstack/react-query'
import type { SettingQuestion } from '#shared/contracts/setting-question.ts'
import { settings } from '#shared/contracts/settings.ts'
import type { Wanted } from '#shared/setting-draft.ts'
import { isAsked } from '#shared/setting-question.ts'
import type { SettingGroupKey } from '#shared/signals.ts'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'

/** A draft for one house. */
export interface Drafted {
  house: { id: string; name: string }
  device: { id: string }
  group: SettingGroupKey
  wanted: Wanted
}

export interface Questions {
  /** What the server asks, house by house; only of houses where it asks something. */
  asked: { drafted: Drafted; question: SettingQuestion }[]
  isPending: boolean
  error: unknown
  retry: () => void
}

/** What the server asks before these drafts are sent: it looks at all settings of a house and runs its model. */
export function useQuestions(drafts: readonly Drafted[]): Questions {
  const mayAsk = useMayCall(settings.question)
  const found = useQueries({
    queries: drafts.map(({ house, device, group, wanted }) => ({
      queryKey: [settings.question.path, house.id, device.id, group, wanted],
      queryFn: () =>
        call(settings.question, { params: { id: house.id }, body: { deviceId: device.id, group, wanted } }),
      enabled: mayAsk,
      // The house goes on living: asked anew each time the drawer opens.
      gcTime: 0,
    })),
  })
  return {
    asked: drafts.flatMap((drafted, i) => {
      const question = found[i]?.data
      return question && isAsked(question) ? [{ drafted, question }] : []
    }),
    isPending: mayAsk && found.some(each => each.isPending && !each.error),
    error: found.find(each => each.error)?.error ?? null,
    retry: () => {
      for (const each of found) if (each.error) void each.refetch()
    },
  }
}
