import { workplace } from '#shared/contracts/workplace.ts'
import { urgentHouses } from '../../farm/houses/urgent-houses.ts'
import { customersNotShared } from '../../platform/database/consent.ts'
import { feature } from '../../platform/http/feature.ts'
import { inOwnFarm } from '../../platform/http/own-farm.ts'
import { firstSteps, putAway } from './first-steps.ts'
import { flocksThisMorning } from './morning.ts'

export const workplaceFeature = feature('workplace', workplace, {
  list: call => {
    const { db, viewer, language } = inOwnFarm(call)
    return flocksThisMorning(db, viewer.scope, language)
  },
  sharing: async ({ db, viewer }) => ({ notShared: await customersNotShared(db, viewer.scope) }),
  round: call => urgentHouses(call),
  firstSteps: ({ db, viewer, services }) => firstSteps(db, services.store, viewer),
  putAway: ({ db, viewer, body }) => putAway(db, viewer, body.isPutAway),
})
