type Part = string | number | null | undefined

/** Lines of a cell, each of a few parts. */
export const linesOf = (cell: unknown): string[][] =>
  String(cell ?? '')
    .split(/\r?\n/)
    .filter(line => line.trim() !== '')
    .map(line => line.split(/[|｜]/).map(part => part.trim()))

/** A cell that {@link linesOf} reads; null without a line. */
export const cellOfLines = (lines: readonly (readonly Part[])[]): string | null =>
  lines
    .map(line =>
      line
        .map(part => part ?? '')
        .join(' | ')
        .trimEnd(),
    )
    .join('\n') || null
