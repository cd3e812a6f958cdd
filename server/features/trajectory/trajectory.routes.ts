import { trajectory } from '#shared/contracts/trajectory.ts'
import { feature } from '../../platform/http/feature.ts'
import { exporting } from '../../platform/jobs/requests.ts'
import { findPeople, keepVisits, visitsOf } from './trajectory.queries.ts'
import { trajectorySheet } from './trajectory.sheet.ts'

export const trajectoryFeature = feature('trajectory', trajectory, {
  export: exporting(trajectorySheet),
  record: async ({ db, viewer, body, services: { config } }) => {
    if (config.trajectory) await keepVisits(db, viewer, body)
    return { isKept: config.trajectory }
  },
  people: ({ db, query, language }) => findPeople(db, query.search, language),
  visits: ({ db, query, language }) => visitsOf(db, query, language),
})
