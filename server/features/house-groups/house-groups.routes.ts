import { houseGroups } from '#shared/contracts/house-groups.ts'
import { feature } from '../../platform/http/feature.ts'
import { noteLook } from '../../platform/http/viewing.ts'
import { exporting, importing, templating } from '../../platform/jobs/requests.ts'
import { assignHouses, changeGroup, createGroup, removeGroup } from './house-group-changes.ts'
import {
  findGroup,
  groupCandidates,
  groupOptions,
  listGroups,
  seenIn,
  shownGroup,
} from './house-groups.queries.ts'
import { houseGroupsSheet } from './house-groups.sheet.ts'

export const houseGroupsFeature = feature('house-groups', houseGroups, {
  export: exporting(houseGroupsSheet),
  template: templating(houseGroupsSheet),
  import: importing(houseGroupsSheet),
  list: async call => {
    const { db, query, language } = call
    const { seen, ...page } = await listGroups(db, query, language)
    await noteLook(call, 'overview', seen)
    return page
  },
  get: async call => {
    const { db, params, language } = call
    const found = await findGroup(db, params.id, language)
    const group = await shownGroup(db, found)
    await noteLook(call, 'overview', seenIn([found], [group]))
    return group
  },
  create: createGroup,
  update: changeGroup,
  remove: removeGroup,
  candidates: async ({ db, params, language }) =>
    groupCandidates(db, await findGroup(db, params.id, language)),
  assign: assignHouses,
  options: ({ db, query }) => groupOptions(db, query),
})
