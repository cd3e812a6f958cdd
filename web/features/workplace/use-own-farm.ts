import { useMemo } from 'react'
import { useSession } from '#web/data/session.ts'

/** Filter for what is the farm's own: nothing of the customers of a farm that is an agent too. */
export function useOwnFarm(): { officeId?: string } {
  const officeId = useSession(({ user }) => (user?.seesCustomers ? user.officeId : undefined))
  return useMemo(() => (officeId === undefined ? {} : { officeId }), [officeId])
}
