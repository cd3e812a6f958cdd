import { useTranslation } from 'react-i18next'
import { userKinds } from '#shared/contracts/users.ts'
import { userStatuses } from '#shared/people.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import { DELETED } from '#web/components/list/deleted.tsx'
import type { Chips, Filter } from '#web/components/list/filter.ts'
import { useRoleOptions } from '#web/components/use-role-options.ts'
import { useSession } from '#web/data/session.ts'
import { useDepartmentOptions } from './department-options.ts'
import { markOfUser } from './user-status.tsx'

/** Filters in the address. */
export const FILTERS = ['search', 'status', 'officeId', 'roleId', 'kind', DELETED]

/** Chips and filters of the users. */
export function useUserFilters(): { chips: Chips; filters: Filter[] } {
  const { t } = useTranslation('users')
  const departments = useDepartmentOptions()
  const roles = useRoleOptions()
  const kind = useSession(({ user }) => user?.kind)
  const kinds = userKinds.map(value => ({ value, label: t($ => $.kind[value]) }))
  const statuses = userStatuses.map(value => ({
    value,
    label: t($ => $.status[value]),
    state: markOfUser[value],
  }))
  return {
    chips: { name: 'status', label: t($ => $.fields.status), options: statuses },
    filters: [
      { name: 'officeId', label: t($ => $.fields.officeId), ...departments },
      { name: 'roleId', label: t($ => $.fields.roleIds), ...roles },
      // A customer's users only have their own kind below them.
      ...(kind === CUSTOMER ? [] : [{ name: 'kind', label: t($ => $.fields.kind), options: kinds }]),
    ],
  }
}
