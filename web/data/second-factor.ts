import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import type { PasskeyAnswer } from '#shared/contracts/session.ts'
import { CallError } from './client.ts'

/** What may complete a sign-in with the right password, besides a recovery code. */
export interface WantedFactor {
  hasApp: boolean
  passkey: PublicKeyCredentialRequestOptionsJSON | null
}

/** The factor that is wanted, if that is why a sign-in did not succeed. */
export function wantedFactor(error: unknown): WantedFactor | null {
  if (!(error instanceof CallError) || error.status !== 401 || !error.isLogin) return null
  const { data } = error
  return typeof data === 'object' && data !== null && 'hasApp' in data ? (data as WantedFactor) : null
}

/** Passkeys need a domain name over TLS, or this machine; an IP address cannot have any. */
export const mayUsePasskeys = (): boolean =>
  isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname)

const library = () => import('@simplewebauthn/browser')

/** Signs with a passkey of this browser. Rejects when the user declines. */
export async function signWithPasskey(options: NonNullable<WantedFactor['passkey']>): Promise<PasskeyAnswer> {
  const { startAuthentication } = await library()
  return (await startAuthentication({ optionsJSON: options })) as unknown as PasskeyAnswer
}

/** Makes a passkey in this browser or on one of the user's devices. */
export async function makePasskey(options: object): Promise<PasskeyAnswer> {
  const { startRegistration } = await library()
  const optionsJSON = options as Parameters<typeof startRegistration>[0]['optionsJSON']
  return (await startRegistration({ optionsJSON })) as unknown as PasskeyAnswer
}
