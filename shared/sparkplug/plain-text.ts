/** Names and units repeat with every birth: up to this many bytes they are looked up rather than decoded. */
const LONGEST = 64
/** A power of two; a controller has two thousand names. */
const PLACES = 8_192

/** One text per place, the last one that fell there. */
const kept: string[] = Array.from({ length: PLACES }, () => '')

/** A short, ASCII-only text, which is the same in every encoding; undefined for any other. */
export function plainText(bytes: Uint8Array, from: number, to: number): string | undefined {
  if (to - from > LONGEST) return undefined
  let hash = 0
  for (let i = from; i < to; i++) {
    const byte = bytes[i] as number
    if (byte > 127) return undefined
    hash = Math.imul(hash, 31) + byte
  }
  const place = (hash ^ (hash >>> 13)) & (PLACES - 1)
  const before = kept[place] as string
  if (isText(before, bytes, from, to)) return before
  const text = String.fromCharCode(...bytes.subarray(from, to))
  kept[place] = text
  return text
}

function isText(text: string, bytes: Uint8Array, from: number, to: number): boolean {
  if (text.length !== to - from) return false
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) !== bytes[from + i]) return false
  return true
}
