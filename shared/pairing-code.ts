/** Letters and digits that nobody takes for one another. */
export const PAIRING_LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
/** 39 bits: with a quarter of an hour and ten tries an address, none is guessed. */
export const PAIRING_LENGTH = 8
/** How long a code can be used, ms. */
export const PAIRING_MS = 900_000

/** In two groups, as it is shown and read aloud. */
export const shownCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`

/** A code as it was typed, without what does not matter in it. */
export const plainCode = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Server and code in one line, for a QR code: an address that only leads to the start page. */
export const pairingLine = (server: string, code: string): string => `${server}/#pair=${shownCode(code)}`

/** The parts of such a line; undefined if it is none. */
export function readPairingLine(line: string): { server: string; code: string } | undefined {
  const [, server, code] = /^(https?:\/\/[^#\s]+?)\/*#pair=([\w-]+)$/.exec(line.trim()) ?? []
  return server && code ? { server, code } : undefined
}
