import type { GbSide } from '../cameras/gb28181/gb-side.ts'

/** Devices that sign in: all of them are here, and take every order. */
export const quietGb = (): GbSide => ({
  place: { serverId: '34020000002000000001', domain: '3402000000', address: '127.0.0.1', port: 5060 },
  door: { networks: '', isLocal: true, host: '127.0.0.1', ports: [0, 0] },
  state: () => ({ isRegistered: true, isRefused: false, isAlive: true }),
  askCatalog: async () => true,
  order: async () => true,
  forget() {},
  invite: () => Promise.reject(new Error('nobody sends here')),
  hangUp() {},
  sendsAs() {},
})
