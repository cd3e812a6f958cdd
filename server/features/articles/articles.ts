import { articleFamilies, sortedFamilies } from '#shared/articles.ts'
import { findingFeature } from './finding.ts'
import { readingFeature } from './reading.ts'
import { serviceStatementFeature } from './service-statement.ts'
import { sortingFeature } from './sorting.ts'
import { writtenFeature } from './written.ts'

/** Six families over one engine: the editors' side, the categories, the farms' side. */
export const articleFeatures = [
  ...articleFamilies.map(writtenFeature),
  ...sortedFamilies.map(sortingFeature),
  ...articleFamilies.map(readingFeature),
  findingFeature,
  serviceStatementFeature,
]
