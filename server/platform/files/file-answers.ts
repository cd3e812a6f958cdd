import type { Part } from './file-places.ts'

/** For names in any language, with a fallback for old programs. */
export const disposition = (name: string): string =>
  `attachment; filename="${name.replace(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, found => `%${found.charCodeAt(0).toString(16).toUpperCase()}`)}`

/** The requested part; undefined for the whole file or several parts, null if the file has no such part. */
export function partOf(range: string | undefined, size: number): Part | null | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (first === '' && last === '') return undefined
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return from <= to ? { from, to } : null
}
