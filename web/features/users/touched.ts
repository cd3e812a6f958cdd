import { users } from '#shared/contracts/users.ts'

/** What a change of a user makes old. */
export const touchedByUser = [users.list.path, users.options.path]
