import { cageTypes } from '#shared/contracts/cage-types.ts'
import { feature } from '../../http/feature.ts'
import { exporting, importing, templating } from '../../jobs/requests.ts'
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
import { cageTypesSheet } from './cage-types.sheet.ts'

export const cageTypesFeature = feature('cage-types', cageTypes, {
  export: exporting(cageTypesSheet),
  template: templating(cageTypesSheet),
  import: importing(cageTypesSheet),
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
