import type { AddressInfo } from 'node:net'
import { openFarm } from '../farm/house-state/farm.ts'
import { type Hub, startHub } from '../live/hub.ts'
import { type Person, type TestApp, testApp } from './app.ts'
import { type LiveListener, listenLive } from './live-listener.ts'

/** A test application whose live channel can be listened to. */
export interface LiveApp extends TestApp {
  /** ws: */
  address: string
  /** Opens a socket with a person's token. */
  listen(who: Pick<Person, 'token'>): Promise<LiveListener>
  /** Cuts every socket opened since the last call. */
  hangUp(): void
}

/** The live channel of a test application, over its own houses. */
export async function startTestHub({ app, services }: Pick<TestApp, 'app' | 'services'>): Promise<Hub> {
  const houses = await openFarm(services)
  const hub = startHub(app.server, services, app.identify, houses)
  return {
    ...hub,
    async stop() {
      await hub.stop()
      await houses.stop()
    },
  }
}

export async function liveApp(): Promise<LiveApp> {
  const farm = await testApp()
  const hub = await startTestHub(farm)
  await farm.app.listen({ port: 0, host: '127.0.0.1' })
  const address = `ws://127.0.0.1:${(farm.app.server.address() as AddressInfo).port}`
  const open: LiveListener[] = []
  return {
    ...farm,
    address,
    async listen({ token }) {
      const listener = await listenLive(address, token)
      open.push(listener)
      return listener
    },
    hangUp() {
      for (const { socket } of open.splice(0)) socket.terminate()
    },
    async close() {
      await hub.stop()
      await farm.close()
    },
  }
}
