import { createSocket, type Socket } from 'node:dgram'

/** A network between browsers and a server on this machine: what it is sent at `outside` goes to `inside`, or is lost. */
export interface LossyNetwork {
  /** Of packets towards the browsers. */
  counts: { passed: number; lost: number }
  /** Part of the packets that is lost from now on, both ways. */
  lose(part: number): void
  stop(): Promise<void>
}

/** Stands at these ports of one loopback address for those of another. Losses are spread evenly, and the same in each run. */
export async function lossyNetwork(
  { outside, inside }: { outside: string; inside: string },
  [from, to]: readonly [number, number],
): Promise<LossyNetwork> {
  const counts = { passed: 0, lost: 0 }
  let part = 0
  let due = 0
  const isLost = () => {
    due += part
    if (due < 1) return false
    due -= 1
    return true
  }
  const sockets: Socket[] = []
  for (let port = from; port <= to; port++) sockets.push(...(await door(port)))

  async function door(port: number): Promise<Socket[]> {
    const [outer, inner] = [createSocket('udp4'), createSocket('udp4')]
    let browser: { address: string; port: number } | undefined
    outer.on('message', (data, sender) => {
      browser = sender
      if (!isLost()) inner.send(data, port, inside)
    })
    inner.on('message', data => {
      if (!browser) return
      if (isLost()) counts.lost += 1
      else {
        counts.passed += 1
        outer.send(data, browser.port, browser.address)
      }
    })
    await Promise.all([bound(outer, port, outside), bound(inner, 0, inside)])
    return [outer, inner]
  }
  return {
    counts,
    lose(next) {
      part = next
    },
    async stop() {
      await Promise.all(sockets.map(socket => new Promise<void>(resolve => socket.close(() => resolve()))))
    },
  }
}

const bound = (socket: Socket, port: number, address: string) =>
  new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(port, address, resolve)
  })
