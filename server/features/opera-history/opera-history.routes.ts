import { operaHistory } from '#shared/contracts/opera-history.ts'
import { feature } from '../../platform/http/feature.ts'
import { wordsOf } from '../../platform/http/texts.ts'
import { exporting } from '../../platform/jobs/requests.ts'
import { countByKind, listOperations, operationDetail, operators } from './opera-history.queries.ts'
import { operaHistorySheet } from './opera-history.sheet.ts'

export const operaHistoryFeature = feature('opera-history', operaHistory, {
  export: exporting(operaHistorySheet),
  list: ({ db, query, ...reader }) => listOperations(db, query, reader),
  counts: ({ db, query, ...reader }) => countByKind(db, query, reader),
  words: ({ language }) => ({ modules: wordsOf('module', language), types: wordsOf('operation', language) }),
  operators: ({ db, query }) => operators(db, query.search),
  get: ({ db, params, ...reader }) => operationDetail(db, params.id, reader),
})
