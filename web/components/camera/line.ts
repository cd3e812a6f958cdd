/** What a browser says of its line, where it says anything. */
interface Line extends EventTarget {
  saveData?: boolean
  type?: string
  effectiveType?: string
}

/** Whether every megabyte counts: a mobile line, a slow one, or the reader asked to save data. */
export function isThinLine(line: Line | undefined): boolean {
  if (!line) return false
  return line.saveData === true || line.type === 'cellular' || /2g|3g/.test(line.effectiveType ?? '')
}

/** The reader's line as the browser sees it; undefined where it does not say. */
export const ownLine = (): Line | undefined => (navigator as Navigator & { connection?: Line }).connection
