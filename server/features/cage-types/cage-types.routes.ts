import { cageTypes } from '#shared/contracts/cage-types.ts'
import { feature } from '../../http/feature.ts'
import {
  changeCageType,
  createCageType,
  releaseCageType,
  removeCageType,
  withdrawCageType,
} from './cage-type-changes.ts'
import {
  cageTypeOptions,
  countCageTypes,
  findCageType,
  listCageTypes,
  shownCageType,
} from './cage-types.queries.ts'

export const cageTypesFeature = feature('cage-types', cageTypes, {
  list: ({ db, query, language }) => listCageTypes(db, query, language),
  counts: ({ db, query }) => countCageTypes(db, query),
  get: async ({ db, params }) => shownCageType(await findCageType(db, params.id)),
  create: createCageType,
  update: changeCageType,
  remove: removeCageType,
  release: releaseCageType,
  withdraw: withdrawCageType,
  options: ({ db, query, language }) => cageTypeOptions(db, query, language),
})
