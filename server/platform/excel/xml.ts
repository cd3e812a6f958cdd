/** Characters that XML 1.0 cannot hold or would change; escaped as Excel does. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNWRITABLE = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_x[0-9A-Fa-f]{4}_/g
const MARKUP = /[&<>"]/g
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as XML; a reader gets all of it back. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(UNWRITABLE, found =>
      found.length > 1
        ? `_x005F${found}`
        : `_x${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replace(MARKUP, found => entities[found] ?? '')

/** Undoes Excel's escapes for characters that XML cannot hold. */
export const plainText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text
