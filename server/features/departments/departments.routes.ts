import { departments } from '#shared/contracts/departments.ts'
import { feature } from '../../platform/http/feature.ts'
import {
  changeDepartment,
  createDepartment,
  moveDepartment,
  removeDepartment,
  setLogo,
  unsetLogo,
} from './department-changes.ts'
import { findNode, listNodes, nodesBelow, peopleOf, placesFor } from './departments.queries.ts'

export const departmentsFeature = feature('departments', departments, {
  list: ({ db, query }) => listNodes(db, query),
  below: ({ db, params, query }) => nodesBelow(db, params.id, query.after),
  places: ({ db, params }) => placesFor(db, params.id),
  get: ({ db, params }) => findNode(db, params.id),
  people: ({ db, params, query }) => peopleOf(db, params.id, query),
  create: createDepartment,
  update: changeDepartment,
  setLogo,
  removeLogo: unsetLogo,
  move: moveDepartment,
  remove: removeDepartment,
})
