import { articleFamilies, sortedFamilies } from '#shared/articles.ts'
import { findingFeature } from './finding.ts'
import { readingFeature } from './reading.ts'
import { serviceStatementFeature } from './service-statement.ts'
import { sortingFeature } from './sorting.ts'
import { writtenFeature } from './written.ts'

/** Six families over one engine: what editors write, how it is sorted, what farms read. */
export const articleFeatures = [
  ...articleFamilies.map(writtenFeature),
  ...sortedFamilies.map(sortingFeature),
  ...articleFamilies.map(readingFeature),
  findingFeature,
  serviceStatementFeature,
]
