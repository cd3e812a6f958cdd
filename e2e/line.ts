import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/** The cable between a browser and the server. */
export interface Line {
  /** The server's address through it. */
  url: string
  /** Lets nothing through any more, without telling either side: a pulled cable. Data under way waits. */
  cut(): void
  /** Continues where it was cut. */
  mend(): void
  /** Ends every connection at once, like a restarting proxy. */
  tear(): void
  close(): Promise<void>
}

/** A real TCP line to the server. */
export async function openLine(to: string): Promise<Line> {
  const { hostname, port } = new URL(to)
  const ends = new Set<Socket>()
  let isCut = false
  const server = createServer(browser => {
    const inside = connect(Number(port), hostname)
    for (const [end, other] of [
      [browser, inside],
      [inside, browser],
    ] as const) {
      ends.add(end)
      end.on('error', () => other.destroy())
      end.on('close', () => {
        ends.delete(end)
        other.destroy()
      })
      end.on('data', chunk => other.write(chunk))
      if (isCut) end.pause()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const tear = () => {
    for (const end of ends) end.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true
      for (const end of ends) end.pause()
    },
    mend: () => {
      isCut = false
      for (const end of ends) end.resume()
    },
    tear,
    close: async () => {
      tear()
      server.close()
      await once(server, 'close')
    },
  }
}
