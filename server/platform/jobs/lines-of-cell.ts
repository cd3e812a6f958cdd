type Part = string | number | null | undefined

/** The lines of a cell, each split into its parts. */
export const linesOf = (cell: unknown): string[][] =>
  String(cell ?? '')
    .split(/\r?\n/)
    .filter(line => line.trim() !== '')
    .map(line => line.split(/[|｜]/).map(part => part.trim()))

/** A cell that {@link linesOf} can read; null if there are no lines. */
export const cellOfLines = (lines: readonly (readonly Part[])[]): string | null =>
  lines
    .map(line =>
      line
        .map(part => part ?? '')
        .join(' | ')
        .trimEnd(),
    )
    .join('\n') || null
