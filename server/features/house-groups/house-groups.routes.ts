import { houseGroups } from '#shared/contracts/house-groups.ts'
import { feature } from '../../http/feature.ts'
import { exporting, importing, templating } from '../../jobs/requests.ts'
import { assignHouses, changeGroup, createGroup, removeGroup } from './house-group-changes.ts'
import { findGroup, groupCandidates, groupOptions, listGroups, shownGroup } from './house-groups.queries.ts'
import { houseGroupsSheet } from './house-groups.sheet.ts'

export const houseGroupsFeature = feature('house-groups', houseGroups, {
  export: exporting(houseGroupsSheet),
  template: templating(houseGroupsSheet),
  import: importing(houseGroupsSheet),
  list: ({ db, viewer, query, language }) => listGroups(db, viewer.scope, query, language),
  get: async ({ db, viewer, params, language }) =>
    shownGroup(db, viewer.scope, await findGroup(db, params.id, language)),
  create: createGroup,
  update: changeGroup,
  remove: removeGroup,
  candidates: async ({ db, params, language }) =>
    groupCandidates(db, await findGroup(db, params.id, language)),
  assign: assignHouses,
  options: ({ db, query }) => groupOptions(db, query.search),
})
