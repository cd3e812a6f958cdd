import { describe, expect, it } from 'vitest'
import { type SealedFor, seal, unseal } from './seal.ts'

const card: SealedFor = {
  appSecret: 'the secret of the installation of this test',
  kind: 'id card number',
  rowId: 'worker-1',
}
const NUMBER = '11010519491231002X'

describe('A stored secret', () => {
  it('comes back as it was, in every script', () => {
    for (const text of [NUMBER, '', '护照 E12345678', 'x'.repeat(1_000)])
      expect(unseal(card, seal(card, text))).toBe(text)
  })

  it('reveals nothing: the same number looks different in every row and every time', () => {
    const stored = seal(card, NUMBER)
    expect(stored).not.toContain(NUMBER)
    expect(Buffer.from(stored.slice(3), 'base64url').toString('latin1')).not.toContain(NUMBER)
    expect(seal(card, NUMBER)).not.toBe(stored)
  })

  it('opens only for what it was stored as: not in another row, as another kind, or with another APP_SECRET', () => {
    const stored = seal(card, NUMBER)
    expect(unseal({ ...card, rowId: 'worker-2' }, stored)).toBeNull()
    expect(unseal({ ...card, kind: 'second factor' }, stored)).toBeNull()
    expect(unseal({ ...card, appSecret: 'the secret of another installation' }, stored)).toBeNull()
  })

  it('does not open once a single bit of it was altered, or if it is no sealed value at all', () => {
    const stored = seal(card, NUMBER)
    const bytes = Buffer.from(stored.slice(3), 'base64url')
    for (const at of bytes.keys()) {
      const altered = Buffer.from(bytes)
      altered[at] = (altered[at] ?? 0) ^ 1
      expect(unseal(card, `v1.${altered.toString('base64url')}`)).toBeNull()
    }
    for (const text of ['', NUMBER, 'v1.', 'v1.AAAA', `v2.${stored.slice(3)}`])
      expect(unseal(card, text)).toBeNull()
  })
})
