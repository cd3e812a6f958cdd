import { useQuery } from '@tanstack/react-query'
import { PhoneCall } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { alarmDuties } from '#shared/contracts/alarm-rules.ts'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'

/** Duties change with the minute. ms */
const AGAIN = 60_000

/** Who of the own farm is on call now, in the order in which they are told; nothing for others, and for a farm without a plan. */
export function OnCallLine({ houseId }: { houseId?: string | undefined }) {
  const { t } = useTranslation('components')
  const may = useMayCall(alarmDuties.now)
  const { data } = useQuery({
    queryKey: [alarmDuties.plan.path, 'now', houseId],
    queryFn: () => call(alarmDuties.now, { query: houseId ? { houseId } : {} }),
    refetchInterval: AGAIN,
    enabled: may,
    retry: false,
  })
  if (!data?.hasPlan) return null
  const names = data.people.map(({ name, isMe }) => (isMe ? t($ => $.onCall.you) : name))
  return (
    <p className="caption on-call-line" data-nobody={names.length === 0 || undefined}>
      <PhoneCall size={14} aria-hidden />{' '}
      {names.length > 0
        ? t($ => $.onCall.now, { names: names.join(t($ => $.onCall.then)) })
        : t($ => $.onCall.nobody)}
    </p>
  )
}
