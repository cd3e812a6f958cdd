import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

interface Taken {
  to: string[]
  /** As it came over the wire. */
  raw: string
}

export interface MailServer {
  url: string
  port: number
  /** The mails it took, oldest first. */
  mails: Taken[]
  /** Addresses it refuses, with the code it answers. */
  refuses: Map<string, number>
  stop(): Promise<void>
}

/** A real mail server on this machine that stores what it is given. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const mails: Taken[] = []
  const refuses = new Map<string, number>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onRcptTo({ address }, _session, done) {
      const code = refuses.get(address)
      done(code ? Object.assign(new Error('not now'), { responseCode: code }) : null)
    },
    onData(stream, session, done) {
      text(stream).then(raw => {
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw })
        done()
      }, done)
    },
  })
  server.on('error', () => {})
  const listening = server.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  const { port: taken } = listening.address() as AddressInfo
  let stopped: Promise<void> | undefined
  return {
    url: `smtp://127.0.0.1:${taken}`,
    port: taken,
    mails,
    refuses,
    stop: () => {
      stopped ??= new Promise(resolve => server.close(() => resolve()))
      return stopped
    },
  }
}
