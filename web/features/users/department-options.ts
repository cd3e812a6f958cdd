import { users } from '#shared/contracts/users.ts'
import { type Options, useOptions } from '#web/components/use-options.ts'
import { call } from '#web/data/client.ts'

/** Departments in the viewer's scope, each by its path; with a user, those of that user's organisation. */
export const useDepartmentOptions = (userId?: string): Options =>
  useOptions(users.departments.path, userId ?? '', search =>
    call(users.departments, { query: { search, userId } }),
  )
