import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { autoDetect } from '@serialport/bindings-cpp'
import { SerialPortStream } from '@serialport/stream'

/** How a serial port is to be opened. */
export interface SerialSettings {
  path: string
  baud: number
  parity: 'none' | 'even' | 'odd'
  stopBits: 1 | 2
}

/** ms within which a connection is made */
const CONNECT = 5_000

/** A line that is open. */
export interface Port {
  stream: Duplex
  /** Resolves when another may open it. */
  close(): Promise<void>
}

/** Opens a serial port with eight data bits. */
export function openSerial({ path, baud, parity, stopBits }: SerialSettings): Promise<Port> {
  return new Promise((resolve, reject) => {
    const stream = new SerialPortStream(
      {
        binding: autoDetect(),
        path,
        baudRate: baud,
        parity,
        stopBits,
        dataBits: 8,
        autoOpen: true,
        lock: true,
      },
      error => (error ? reject(error) : resolve({ stream, close })),
    )
    // Destroying the stream would leave the port open, and locked.
    const close = () =>
      new Promise<void>(done => {
        if (stream.isOpen) stream.close(() => done())
        else done()
      })
  })
}

/** Opens a connection as a port. */
export async function openNetworkPort(host: string, port: number): Promise<Port> {
  const stream = await openSocket(host, port)
  return {
    stream,
    async close() {
      if (stream.closed) return
      const gone = once(stream, 'close')
      stream.destroy()
      await gone
    },
  }
}

/** Opens a connection to a device, or to a converter. */
export async function openSocket(host: string, port: number): Promise<Socket> {
  const socket = connect({ host, port, keepAlive: true })
  const timer = setTimeout(() => socket.destroy(new Error(`${host}:${port} cannot be reached`)), CONNECT)
  try {
    await once(socket, 'connect')
  } finally {
    clearTimeout(timer)
  }
  return socket
}
