import { users } from '#shared/contracts/users.ts'
import { refuseDeletedTo } from '../../platform/http/deleted-rows.ts'
import { feature } from '../../platform/http/feature.ts'
import { exporting, importing, templating } from '../../platform/jobs/requests.ts'
import { admitUser, changeUsers, disableUser, enableUser, removeUser, restoreUser } from './administration.ts'
import { departmentOptions } from './departments.ts'
import { showIdCard } from './id-cards.ts'
import { createUser, endTokens, resetPassword, resetSecondFactor } from './passwords.ts'
import { eraseUser, exportUserData } from './person-data.ts'
import { changeUser, readerOf } from './user-changes.ts'
import { countUsers, findUser, listUsers, shownUser, userOptions } from './users.queries.ts'
import { usersSheet } from './users.sheet.ts'

export const usersFeature = feature('users', users, {
  export: exporting(usersSheet),
  template: templating(usersSheet),
  import: importing(usersSheet),
  list: call => {
    refuseDeletedTo(call.viewer, users.restore.access, call.query)
    return listUsers(readerOf(call), call.query)
  },
  counts: ({ db, viewer, query }) => {
    refuseDeletedTo(viewer, users.restore.access, query)
    return countUsers(db, query)
  },
  get: async call => shownUser(readerOf(call), await findUser(call.db, call.params.id, call.language)),
  create: createUser,
  update: changeUser,
  remove: removeUser,
  restore: restoreUser,
  admit: admitUser,
  enable: enableUser,
  disable: disableUser,
  bulk: changeUsers,
  resetPassword,
  resetSecondFactor,
  endTokens,
  idCard: showIdCard,
  exportData: exportUserData,
  erase: eraseUser,
  options: ({ db, query }) => userOptions(db, query.search),
  departments: ({ db, viewer, query, language }) => departmentOptions(db, viewer, query, language),
})
