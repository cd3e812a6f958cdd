import { users } from '#shared/contracts/users.ts'
import { type Options, useOptions } from '#web/components/use-options.ts'
import { call } from '#web/data/client.ts'

/** Departments of the viewer's scope with the way to each; with a user those of that user's organisation. */
export const useDepartmentOptions = (userId?: string): Options =>
  useOptions(users.departments.path, userId ?? '', search =>
    call(users.departments, { query: { search, userId } }),
  )
