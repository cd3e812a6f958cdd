import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

/** What happens to an answer on its way: the bytes that arrive in its place. */
type Bend = (answer: Buffer) => Buffer

/** A bad wire between a gateway and a real device. */
export interface BadWire {
  readonly port: number
  /** from now on */
  bend(how: Bend | undefined): void
  /** how many answers it has bent */
  bent(): number
  close(): void
}

/** Puts itself before the device on `port`. */
export async function badWire(port: number): Promise<BadWire> {
  let how: Bend | undefined
  let bent = 0
  const open = new Set<{ destroy(): void }>()
  const server = createServer(near => {
    const far = connect(port, '127.0.0.1')
    open.add(near).add(far)
    near.on('data', bytes => far.write(bytes))
    far.on('data', bytes => {
      if (how) bent++
      near.write(how ? how(bytes) : bytes)
    })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    bend(next) {
      how = next
      bent = 0
    },
    bent: () => bent,
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
