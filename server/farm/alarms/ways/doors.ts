import { type Agent, request } from 'node:https'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { TendedWay } from '#shared/alarm-ways.ts'
import type { Config } from '../../../platform/config.ts'
import { signedHeaders } from '../../../platform/network/sign-webhook.ts'

/** Where a way leaves the installation. */
export interface Door {
  way: TendedWay
  /** Host it leads to. */
  place: string
  /** How its other end is tested: with each knock, by mails to a mailbox that answers, or not at all. */
  test: 'knock' | { mailbox: string } | null
  /** Rejects when nobody opens. `id`: of the test. */
  knock(signal: AbortSignal, id: string): Promise<unknown>
}

/** The doors of mail and calls, as the installation is set up. */
export function doorsOf({
  smtpUrl,
  mailProofTo,
  alertGateway,
}: Pick<Config, 'smtpUrl' | 'mailProofTo' | 'alertGateway'>): Door[] {
  const doors: Door[] = []
  if (smtpUrl) doors.push(mailDoor(new URL(smtpUrl), mailProofTo))
  if (alertGateway) doors.push(callDoor(alertGateway))
  return doors
}

/** A mail server that greets takes mails; nobody signs in for that. Whether they arrive only a mailbox can tell. */
function mailDoor(url: URL, mailbox: string | undefined): Door {
  const { hostname: host, protocol } = url
  const isSecure = protocol === 'smtps:'
  const port = Number(url.port) || (isSecure ? 465 : 587)
  const knock = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const socket = isSecure ? connectTls({ host, port, servername: host }) : connect({ host, port })
      const end = (error?: Error) => {
        signal.removeEventListener('abort', give)
        socket.destroy()
        if (error) reject(error)
        else resolve()
      }
      const give = () => end(new Error('no greeting in time'))
      if (signal.aborted) return give()
      signal.addEventListener('abort', give)
      socket.on('error', end)
      socket.on('close', () => end(new Error('hung up')))
      socket.once('data', (greeting: Buffer) => {
        const said = greeting.toString('latin1').slice(0, 100).trim()
        if (!said.startsWith('220')) return end(new Error(said))
        // One that hangs up on a QUIT has greeted all the same.
        socket.write('QUIT\r\n', () => end())
      })
    })
  return { way: 'mail', place: url.host, test: mailbox === undefined ? null : { mailbox }, knock }
}

/**
 * The gateway for calls is handed a test. One that knows tests answers it from its line; one that does not refuses it, and is
 * there all the same.
 */
function callDoor({ url, secret }: NonNullable<Config['alertGateway']>): Door {
  const knock = async (signal: AbortSignal, id: string) => {
    const body = JSON.stringify({ id, type: 'alarm.ping', at: new Date().toISOString() })
    const answer = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...signedHeaders(body, { id, secret, at: Date.now() }) },
      redirect: 'manual',
      signal,
    })
    await answer.body?.cancel()
    if (answer.status >= 500 || answer.status === 401 || answer.status === 403)
      throw new Error(`answered ${answer.status}`)
  }
  return { way: 'call', place: new URL(url).host, test: 'knock', knock }
}

/** A push service that answers anything at all takes pushes. */
export const pushDoor = (place: string, agent: Agent): Door => ({
  way: 'push',
  place,
  test: null,
  knock: signal =>
    new Promise<void>((resolve, reject) => {
      const asked = request({ host: place, path: '/', method: 'HEAD', agent, signal }, answer => {
        answer.resume()
        resolve()
      })
      asked.on('error', reject)
      asked.end()
    }),
})
