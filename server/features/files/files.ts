import { files } from '#shared/contracts/files.ts'
import { FILES_AT_ONCE } from '#shared/files.ts'
import { keepFile, shownFiles } from '../../platform/files/people-files.ts'
import { feature } from '../../platform/http/feature.ts'

export const filesFeature = feature('files', files, {
  keep: keepFile,
  shown: ({ db, viewer, services, query }) => {
    const ids = [...new Set(query.ids.split(','))].slice(0, FILES_AT_ONCE)
    return shownFiles(db, viewer, services.config.appSecret, ids)
  },
})
