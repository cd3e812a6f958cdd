import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { z } from 'zod'
import { gatewayPairing, type Paired } from '#shared/contracts/gateway-pairing.ts'
import { plainCode, readPairingLine } from '#shared/pairing-code.ts'
import type { Language } from '#shared/text.ts'
import { credentialIn } from './credential.ts'
import { keeper } from './keeper.ts'
import type { Speaker } from './words.ts'

/** Pairing that did not come about; its message is for people. */
export class PairingError extends Error {
  override name = 'PairingError'
}
/** Pairing that may go better the next time. */
export class Unreachable extends PairingError {}

export interface PairingOptions {
  /** As shown on the gateway's page, or the whole line of its QR code, which names the server as well. */
  code: string
  /** Address of the server; may be left out where `code` names it. */
  server: string | undefined
  /** Path of the PEM file of the authority that signed the server's certificate, if it is not a public one. */
  ca: string | undefined
  /** Folder of the gateway's memory. */
  folder: string
  language: Language
  speak: Speaker
  say(text: string): void
}

/** ms within which the server answers */
const PATIENCE = 20_000
const SECRET_BYTES = 32
const Begun = z.object({ code: z.string(), secret: z.string() })
const Answer = z.object({ message: z.string(), data: z.unknown() })

/**
 * Exchanges a code for a credential of the gateway's own, and keeps that. The secret is made here and on the disk before the
 * server hears of it, so that a gateway that is killed in between asks again with the same one: the server takes it for the
 * same gateway.
 * @throws PairingError in words
 */
export async function pair(options: PairingOptions): Promise<Paired> {
  const { folder, speak, say } = options
  const { server, code } = placeOf(options)
  if (options.ca !== undefined) trust(options.ca, speak)
  const path = join(folder, 'pairing.json')
  const begun = keeper(path, Begun.nullable(), null, say)
  const kept = credentialIn(folder, say)
  // Interrupted before the answer was kept, or asked once more.
  const known = [begun.value, kept.value].find(each => each?.code === code)?.secret
  const secret = known ?? randomBytes(SECRET_BYTES).toString('base64url')
  begun.save({ code, secret })
  const paired = await exchange(options, server, { code, secret })
  const { gateway, group, host, mqttUrl, ca } = paired
  kept.save({ code, url: mqttUrl, group, host, gateway, secret, ca })
  rmSync(path)
  return paired
}

/** Which server, and the code without what does not matter in it. */
function placeOf({ code, server, speak }: PairingOptions): { server: URL; code: string } {
  const line = readPairingLine(code)
  const named = server ?? line?.server
  if (named === undefined) throw new PairingError(speak('pairWhere'))
  if (!URL.canParse(named)) throw new PairingError(speak('pairAddress', { server: named }))
  const url = new URL(named)
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isHere))
    throw new PairingError(speak('pairOpen', { server: named }))
  return { server: url, code: codeOf(code) }
}

/** The code in what was typed, which may be the whole line of a QR code. */
export const codeOf = (typed: string): string => plainCode(readPairingLine(typed)?.code ?? typed)

function trust(path: string, speak: Speaker): void {
  try {
    setDefaultCACertificates([...getCACertificates('default'), readFileSync(path, 'utf8')])
  } catch (error) {
    throw new PairingError(speak('pairCa', { path, why: (error as Error).message }))
  }
}

async function exchange(
  { speak, language }: PairingOptions,
  server: URL,
  { code, secret }: z.infer<typeof Begun>,
): Promise<Paired> {
  const credential = createHash('sha256').update(secret).digest('hex')
  const answer = await fetch(new URL(`/api${gatewayPairing.exchange.path}`, server), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Accept-Language': language },
    body: JSON.stringify({ code, credential, box: hostname().slice(0, 100) }),
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE),
  }).catch((error: Error) => {
    const why = error.cause instanceof Error ? error.cause.message : error.message
    throw new Unreachable(speak('pairUnreachable', { server: server.origin, why }))
  })
  const told = Answer.safeParse(await answer.json().catch(() => null)).data
  const paired = gatewayPairing.exchange.returns.safeParse(told?.data).data
  if (answer.ok && paired) return paired
  throw new PairingError(answer.ok || !told ? speak('pairStranger', { server: server.origin }) : told.message)
}
