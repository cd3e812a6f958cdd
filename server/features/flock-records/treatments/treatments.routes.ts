import { flockTreatments } from '#shared/contracts/flock-treatments.ts'
import { feature } from '../../../platform/http/feature.ts'
import { sheetOf } from '../../../platform/jobs/requests.ts'
import { flockTreatmentsSheet } from './treatments.sheet.ts'

export const flockTreatmentsFeature = feature(
  'flock-treatments',
  flockTreatments,
  sheetOf(flockTreatmentsSheet),
)
