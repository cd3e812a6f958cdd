import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { and, eq, gt, lt, or, sql } from 'drizzle-orm'
import type { PasskeyAnswer } from '#shared/contracts/session.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Db } from '../../../platform/database/store.ts'
import { passkeyChallenge, secondFactor } from '../../../platform/database/tables/personal.ts'
import type { Factor, Owner } from './factors.ts'

const CHALLENGE_MS = 300_000
/** Ed25519, ES256 and RS256 by their COSE numbers: what authenticators in use support. */
const ALGORITHMS = [-8, -7, -257]
type Purpose = typeof passkeyChallenge.$inferSelect.purpose
type Credential = Parameters<typeof verifyAuthenticationResponse>[0]['credential']

const isAddress = (host: string) => /^[\d.]+$|:/.test(host)

/** A passkey belongs to a host name, never to an IP address: those mean this machine, which browsers call localhost. */
function placeOf(publicUrl: string, clientData: string) {
  const { hostname, origin } = new URL(publicUrl)
  if (!isAddress(hostname) && hostname !== 'localhost') return { rpId: hostname, origins: [origin] }
  const claimed = claimedOrigin(clientData)
  const isHere = claimed !== null && new URL(claimed).hostname === 'localhost'
  return { rpId: 'localhost', origins: isHere ? [claimed] : [] }
}
function claimedOrigin(clientData: string): string | null {
  try {
    const { origin } = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8')) as {
      origin?: unknown
    }
    return typeof origin === 'string' && URL.canParse(origin) ? origin : null
  } catch {
    return null
  }
}
const rpIdOf = (publicUrl: string) => placeOf(publicUrl, '').rpId

const describedBy = ({ credentialId, transports }: Factor) => ({
  id: credentialId ?? '',
  ...(transports && { transports }),
})
const passkeysOf = (factors: readonly Factor[]) => factors.filter(({ kind }) => kind === 'passkey')

async function keepChallenge(db: Db, owner: Owner, challenge: string, purpose: Purpose): Promise<void> {
  const { accountId, officePath } = owner
  await db
    .delete(passkeyChallenge)
    .where(
      or(
        and(eq(passkeyChallenge.accountId, accountId), eq(passkeyChallenge.purpose, purpose)),
        lt(passkeyChallenge.expiresAt, sql`now()`),
      ),
    )
  const expiresAt = new Date(Date.now() + CHALLENGE_MS)
  await db.insert(passkeyChallenge).values({ challenge, accountId, officePath, purpose, expiresAt })
}

/** Consumes a challenge: each is signed once. */
const takeChallenge = (db: Db, accountId: string, purpose: Purpose) => async (challenge: string) => {
  const taken = await db
    .delete(passkeyChallenge)
    .where(
      and(
        eq(passkeyChallenge.challenge, challenge),
        eq(passkeyChallenge.accountId, accountId),
        eq(passkeyChallenge.purpose, purpose),
        gt(passkeyChallenge.expiresAt, sql`now()`),
      ),
    )
    .returning({ challenge: passkeyChallenge.challenge })
  return taken.length === 1
}

/** What the browser needs to make a passkey. */
export async function offerPasskey(
  db: Db,
  owner: Owner & { username: string; actualName: string },
  factors: readonly Factor[],
  publicUrl: string,
) {
  const options = await generateRegistrationOptions({
    rpName: 'Smart Farm',
    rpID: rpIdOf(publicUrl),
    userName: owner.username,
    userDisplayName: owner.actualName,
    userID: new TextEncoder().encode(owner.accountId),
    excludeCredentials: passkeysOf(factors).map(describedBy),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  await keepChallenge(db, owner, options.challenge, 'add')
  return options
}

/** Stores the passkey a browser made for the challenge; false if it is another account's, too late or invalid. */
export async function keepPasskey(
  db: Db,
  owner: Owner,
  { name, response }: { name: string; response: PasskeyAnswer },
  publicUrl: string,
): Promise<boolean> {
  const { rpId, origins } = placeOf(publicUrl, String(response.response.clientDataJSON))
  const verified = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge: takeChallenge(db, owner.accountId, 'add'),
    expectedOrigin: origins,
    expectedRPID: rpId,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null)
  if (!verified?.verified) return false
  const { credential } = verified.registrationInfo
  await db.insert(secondFactor).values({
    id: newId(),
    accountId: owner.accountId,
    officePath: owner.officePath,
    kind: 'passkey',
    name,
    credentialId: credential.id,
    counter: credential.counter,
    confirmedAt: new Date(),
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    transports: credential.transports ?? null,
  })
  return true
}

/** What the browser needs to sign with one of the account's passkeys; null if there is none. */
export async function askPasskey(db: Db, owner: Owner, factors: readonly Factor[], publicUrl: string) {
  const passkeys = passkeysOf(factors)
  if (passkeys.length === 0) return null
  const options = await generateAuthenticationOptions({
    rpID: rpIdOf(publicUrl),
    allowCredentials: passkeys.map(describedBy),
    userVerification: 'preferred',
  })
  await keepChallenge(db, owner, options.challenge, 'sign in')
  return options
}

/** Whether one of the account's passkeys has signed the challenge it was given. */
export async function takePasskey(
  db: Db,
  owner: Owner,
  factors: readonly Factor[],
  answer: PasskeyAnswer,
  publicUrl: string,
): Promise<boolean> {
  const factor = passkeysOf(factors).find(({ credentialId }) => credentialId === answer.id)
  if (!factor?.credentialId || !factor.publicKey) return false
  const { rpId, origins } = placeOf(publicUrl, String(answer.response.clientDataJSON))
  const verified = await verifyAuthenticationResponse({
    response: answer as unknown as AuthenticationResponseJSON,
    expectedChallenge: takeChallenge(db, owner.accountId, 'sign in'),
    expectedOrigin: origins,
    expectedRPID: rpId,
    requireUserVerification: false,
    credential: {
      id: factor.credentialId,
      publicKey: new Uint8Array(Buffer.from(factor.publicKey, 'base64url')),
      counter: factor.counter ?? 0,
      ...(factor.transports && { transports: factor.transports as NonNullable<Credential['transports']> }),
    },
  }).catch(() => null)
  if (!verified?.verified) return false
  await db
    .update(secondFactor)
    .set({ counter: verified.authenticationInfo.newCounter, lastUsedAt: new Date() })
    .where(eq(secondFactor.id, factor.id))
  return true
}
