import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'

/** How messages reach a platform. */
export interface Way {
  name: 'UDP' | 'TCP'
  ip: string
  port: number
  send(bytes: Buffer): void
  onMessage(heard: (text: string) => void): void
  close(): void
}

/** A header of a message; '' without one. */
export const headerOf = (text: string, name: string): string =>
  new RegExp(`^${name}\\s*:\\s*(.*?)\\s*$`, 'im').exec(text)?.[1] ?? ''

/** Opens a way from this machine. */
export function openWay(transport: 'udp' | 'tcp', serverPort: number, serverIp: string): Promise<Way> {
  return transport === 'udp' ? overUdp(serverPort, serverIp) : overTcp(serverPort, serverIp)
}

async function overUdp(serverPort: number, serverIp: string): Promise<Way> {
  const socket = createSocket('udp4')
  await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', resolve))
  const { address, port } = socket.address()
  return {
    name: 'UDP',
    ip: address,
    port,
    send: bytes => socket.send(bytes, serverPort, serverIp),
    onMessage: heard => void socket.on('message', data => heard(data.toString('latin1'))),
    close: () => void socket.close(),
  }
}

async function overTcp(serverPort: number, serverIp: string): Promise<Way> {
  const socket = connect(serverPort, serverIp)
  socket.on('error', () => {})
  await once(socket, 'connect')
  return {
    name: 'TCP',
    ip: '127.0.0.1',
    port: socket.localPort ?? 0,
    send: bytes => void socket.write(bytes),
    onMessage(heard) {
      let arrived = ''
      socket.on('data', chunk => {
        arrived += chunk.toString('latin1')
        for (let end = arrived.indexOf('\r\n\r\n'); end >= 0; end = arrived.indexOf('\r\n\r\n')) {
          const whole = end + 4 + Number(headerOf(arrived.slice(0, end), 'Content-Length') || 0)
          if (arrived.length < whole) return
          heard(arrived.slice(0, whole))
          arrived = arrived.slice(whole)
        }
      })
    },
    close: () => void socket.destroy(),
  }
}
