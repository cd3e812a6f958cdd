import { devices } from '#shared/contracts/devices.ts'
import { officeOptions } from '../../people/offices/office-options.ts'
import { refuseDeletedTo } from '../../platform/http/deleted-rows.ts'
import { feature } from '../../platform/http/feature.ts'
import { noteLook } from '../../platform/http/viewing.ts'
import { exporting, importing, templating } from '../../platform/jobs/requests.ts'
import { noteFound } from '../../platform/records/rows.ts'
import { disableDevice, enableDevice, removeDevice, resetDevice } from './administration.ts'
import { changeDevices } from './bulk.ts'
import { faultsOf, plantFault } from './demo-faults.ts'
import { deviceOptions } from './device-pickers.ts'
import { listConnections, listQuarantine } from './device-records.ts'
import { countDevices, findDevice, listDevices, shownDevice } from './devices.queries.ts'
import { devicesSheet } from './devices.sheet.ts'
import { pairingOf, showPairingCode } from './pairing.ts'
import { changeDevice, registerDevice } from './registration.ts'
import { replaceDevice } from './replacement.ts'
import { restoreDevice } from './restoring.ts'
import { toldOf } from './told.ts'

export const devicesFeature = feature('devices', devices, {
  export: exporting(devicesSheet),
  template: templating(devicesSheet),
  import: importing(devicesSheet),
  list: async ({ db, viewer, services, query, language }) => {
    refuseDeletedTo(viewer, devices.restore.access, query)
    const { total, items } = await listDevices(db, query, language)
    return { total, items: items.map(item => ({ ...item, told: toldOf(services.devices, item.id) })) }
  },
  counts: ({ db, viewer, query }) => {
    refuseDeletedTo(viewer, devices.restore.access, query)
    return countDevices(db, query)
  },
  get: async ({ db, params, language }) => shownDevice(await findDevice(db, params.id, language)),
  create: registerDevice,
  update: changeDevice,
  remove: removeDevice,
  restore: restoreDevice,
  enable: enableDevice,
  disable: disableDevice,
  reset: resetDevice,
  pair: showPairingCode,
  pairing: pairingOf,
  faults: faultsOf,
  plantFault,
  replace: replaceDevice,
  bulk: changeDevices,

  refresh: async call => {
    const { db, params, services, language } = call
    const found = await findDevice(db, params.id, language)
    const { row, shown } = await noteFound(call, found, asked => ({ device: shownDevice(asked) }))
    return { asked: services.devices.requestRebirth(row.gatewayId ?? row.id), ...shown }
  },

  connections: async ({ db, params, query, language }) =>
    listConnections(db, await findDevice(db, params.id, language), query),

  quarantine: async call => {
    const { db, params, query, language } = call
    const found = await findDevice(db, params.id, language)
    const { seen, ...page } = await listQuarantine(db, found, query)
    await noteLook(call, 'messages', seen)
    return page
  },

  officeOptions: ({ db, query, language }) => officeOptions(db, query.search, language),
  options: ({ db, query }) => deviceOptions(db, query),
})
