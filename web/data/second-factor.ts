import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import type { PasskeyAnswer } from '#shared/contracts/session.ts'
import { CallError } from './client.ts'

/** What a sign-in with the right password may be completed with, besides a recovery code. */
export interface WantedFactor {
  hasApp: boolean
  passkey: PublicKeyCredentialRequestOptionsJSON | null
}

/** What is wanted, where that is why a sign-in did not succeed. */
export function wantedFactor(error: unknown): WantedFactor | null {
  if (!(error instanceof CallError) || error.status !== 401 || !error.isLogin) return null
  const { data } = error
  return typeof data === 'object' && data !== null && 'hasApp' in data ? (data as WantedFactor) : null
}

/** Passkeys belong to a name over TLS, or to this machine; an address in figures has none. */
export const mayUsePasskeys = (): boolean =>
  isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname)

const library = () => import('@simplewebauthn/browser')

/** Lets a passkey of this browser sign. Rejects when its owner does not want to. */
export async function signWithPasskey(options: NonNullable<WantedFactor['passkey']>): Promise<PasskeyAnswer> {
  const { startAuthentication } = await library()
  return (await startAuthentication({ optionsJSON: options })) as unknown as PasskeyAnswer
}

/** Makes a passkey in this browser or one of its devices. */
export async function makePasskey(options: object): Promise<PasskeyAnswer> {
  const { startRegistration } = await library()
  const optionsJSON = options as Parameters<typeof startRegistration>[0]['optionsJSON']
  return (await startRegistration({ optionsJSON })) as unknown as PasskeyAnswer
}
