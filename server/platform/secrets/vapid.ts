import { createECDH, hkdfSync } from 'node:crypto'
import type { Config } from '../config.ts'

/** Keys by which push services recognise this deployment (RFC 8292). */
export interface VapidKeys {
  /** Given to browsers; base64url. */
  publicKey: string
  privateKey: string
  /** Tells the operator of a push service who sends. */
  subject: string
}

const CURVE = 'prime256v1'
const KEY_BYTES = 32

/**
 * The key pair of web push, derived from APP_SECRET: the same in every process and after every restart, and never stored.
 * Another secret makes another pair, and people must turn push on again in their browsers.
 */
export function vapidKeys({
  appSecret,
  publicUrl,
  smtpFrom,
}: Pick<Config, 'appSecret' | 'publicUrl' | 'smtpFrom'>): VapidKeys {
  const secret = Buffer.from(hkdfSync('sha256', appSecret, '', 'smart farm web push v1', KEY_BYTES))
  const pair = createECDH(CURVE)
  pair.setPrivateKey(secret)
  const [, address = smtpFrom] = /<(.+)>/.exec(smtpFrom) ?? []
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: secret.toString('base64url'),
    subject: publicUrl.startsWith('https:') ? publicUrl : `mailto:${address}`,
  }
}

/** Whether a browser's public key can be encrypted for: a point of the curve, base64url. */
export function isPublicKey(encoded: string): boolean {
  const pair = createECDH(CURVE)
  pair.generateKeys()
  try {
    return pair.computeSecret(Buffer.from(encoded, 'base64url')).length === KEY_BYTES
  } catch {
    return false
  }
}
