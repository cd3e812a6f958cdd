import { type User, UserForm, users } from '#shared/contracts/users.ts'
import { sexes } from '#shared/people.ts'
import { languages } from '#shared/text.ts'
import { listSheet } from '../../platform/jobs/list-sheet.ts'
import { listed } from '../../platform/jobs/sheet-words.ts'
import { checkUsers, preparePasswords, resolveUsers, tellOfUsers, writeUsers } from './user-import.ts'
import { userIds, usersById } from './users.queries.ts'

const named = { field: 'username', kind: 'text', isRequired: true } as const
const person = [
  { field: 'actualName', kind: 'text', isRequired: true },
  { field: 'email', kind: 'text', width: 28, isRequired: true },
  { field: 'phone', kind: 'text' },
  { field: 'sex', kind: 'text', words: 'sex', choices: sexes, width: 10 },
  { field: 'job', kind: 'text' },
] as const
const reads = [
  { field: 'language', kind: 'text', words: 'language', choices: languages, width: 14 },
  { field: 'timeZone', kind: 'text' },
] as const
const officeId = { field: 'officeId', kind: 'text', width: 36 } as const
const roleIds = { field: 'roleIds', kind: 'text', width: 28 } as const

/**
 * Export and import of users in Excel. Id card numbers are entered on the screen only: a file would hold them unencrypted.
 */
export const usersSheet = listSheet({
  list: 'users',
  contract: users,
  columns: [
    named,
    ...person,
    { ...officeId, value: ({ officeName }: User) => officeName },
    {
      ...roleIds,
      value: ({ roles }: User, { language }) =>
        listed(
          roles.map(({ name }) => name),
          language,
        ),
    },
    { field: 'status', kind: 'text', words: 'userStatus', width: 14 },
    { field: 'idCard', kind: 'text' },
    ...reads,
    { field: 'lastActiveAt', kind: 'instant' },
    { field: 'createdAt', kind: 'instant' },
  ],
  ids: ({ db }, query: Parameters<typeof userIds>[1]) => userIds(db, query),
  rows: usersById,
  import: {
    form: UserForm,
    wantsProof: true,
    columns: [named, ...person, officeId, roleIds, ...reads],
    resolve: resolveUsers,
    check: checkUsers,
    prepare: preparePasswords,
    write: writeUsers,
    finish: tellOfUsers,
  },
})
