import { departments } from '#shared/contracts/departments.ts'
import { feature } from '../../http/feature.ts'
import {
  changeDepartment,
  createDepartment,
  moveDepartment,
  removeDepartment,
  setLogo,
  unsetLogo,
} from './department-changes.ts'
import { findNode, listNodes, peopleOf } from './departments.queries.ts'

export const departmentsFeature = feature('departments', departments, {
  list: ({ db, query }) => listNodes(db, query.search),
  get: ({ db, params }) => findNode(db, params.id),
  people: async ({ db, params, query }) => peopleOf(db, await findNode(db, params.id), query),
  create: createDepartment,
  update: changeDepartment,
  setLogo,
  removeLogo: unsetLogo,
  move: moveDepartment,
  remove: removeDepartment,
})
