import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Stands between a server and its database, so that the way between them can be cut while both live. */
export interface DatabaseProxy {
  /** The connection string by way of the proxy. */
  readonly url: string
  /** How many connections were asked for in vain. */
  readonly refused: number
  /** Cuts every connection in the middle of whatever it carries, and every new one at once. */
  cut(): void
  mend(): void
  stop(): Promise<void>
}

/** The name of the socket that PostgreSQL's clients look for in its folder. */
const SOCKET = '.s.PGSQL.5432'

/** `url`: of a database that listens on a socket of this machine. */
export async function startDatabaseProxy(url: string): Promise<DatabaseProxy> {
  const through = new URL(url)
  const behind = join(through.searchParams.get('host') ?? '', SOCKET)
  const folder = mkdtempSync(join(tmpdir(), 'smart-farm-way-'))
  through.searchParams.set('host', folder)
  const sockets = new Set<Socket>()
  let isCut = false
  let refused = 0

  function carry(from: Socket, to: Socket): void {
    sockets.add(from)
    from.pipe(to)
    from.on('error', () => to.destroy())
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }
  const server = createServer(client => {
    if (isCut) {
      refused++
      client.destroy()
      return
    }
    const database = connect(behind)
    carry(client, database)
    carry(database, client)
  })
  await once(server.listen(join(folder, SOCKET)), 'listening')
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: through.href,
    get refused() {
      return refused
    },
    cut() {
      isCut = true
      refused = 0
      destroyAll()
    },
    mend() {
      isCut = false
    },
    async stop() {
      destroyAll()
      await once(server.close(), 'close')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
