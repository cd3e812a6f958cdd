import { cameraChannels, cameras } from '#shared/contracts/cameras.ts'
import { feature } from '../../platform/http/feature.ts'
import { noteLook } from '../../platform/http/viewing.ts'
import { exporting } from '../../platform/jobs/requests.ts'
import {
  addChannel,
  askTest,
  changeCamera,
  changeChannel,
  createCamera,
  createGbCamera,
  disableCamera,
  enableCamera,
  readCatalog,
  removeCamera,
  removeChannel,
} from './camera-changes.ts'
import { countCameras, findCamera, houseOptions, listCameras, shownCamera } from './cameras.queries.ts'
import { camerasSheet } from './cameras.sheet.ts'
import { gbValues } from './gb-cameras.ts'
import { discoverCameras } from './onvif-cameras.ts'
import { turnCamera } from './turning.ts'
import { listWatched, newestStill, openLive, openReplay } from './watching.ts'

export const camerasFeature = feature('cameras', cameras, {
  export: exporting(camerasSheet),
  list: async call => {
    const { seen, ...page } = await listCameras(call.db, call.query, call.language)
    await noteLook(call, 'cameras', seen)
    return page
  },
  counts: ({ db, query }) => countCameras(db, query),
  get: async call => {
    const found = await findCamera(call.db, call.params.id, call.language)
    await noteLook(call, 'cameras', [{ farmPath: found.row.farmPath }])
    return shownCamera(found)
  },
  create: createCamera,
  gbValues,
  createGb: createGbCamera,
  discover: discoverCameras,
  readChannels: readCatalog,
  update: changeCamera,
  remove: removeCamera,
  enable: enableCamera,
  disable: disableCamera,
  probe: askTest,
  addChannel,
  houseOptions: ({ db, query }) => houseOptions(db, query),
})

export const cameraChannelsFeature = feature('camera-channels', cameraChannels, {
  watched: listWatched,
  live: openLive,
  still: newestStill,
  replay: openReplay,
  turn: turnCamera,
  update: changeChannel,
  remove: removeChannel,
})
