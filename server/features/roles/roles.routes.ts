import { roles } from '#shared/contracts/roles.ts'
import { feature } from '../../platform/http/feature.ts'
import { changeRole, cloneRole, createRole, removeRole } from './role-changes.ts'
import {
  countRoles,
  findRole,
  holdersOf,
  listRoles,
  peopleWith,
  roleOptions,
  shownRole,
} from './roles.queries.ts'

export const rolesFeature = feature('roles', roles, {
  list: ({ db, viewer, query, language }) => listRoles(db, viewer, query, language),
  counts: ({ db, viewer, query }) => countRoles(db, viewer, query),
  get: async ({ db, viewer, params, language }) =>
    shownRole(viewer, await findRole(db, viewer, params.id, language)),
  create: createRole,
  clone: cloneRole,
  update: changeRole,
  remove: removeRole,
  people: async ({ db, viewer, params, query, language }) => {
    const { row } = await findRole(db, viewer, params.id, language)
    return peopleWith(db, row.id, query, language)
  },
  holders: ({ db, viewer, query }) => holdersOf(db, viewer, query.permissionId),
  options: ({ db, viewer, query, language }) => roleOptions(db, viewer, query, language),
})
