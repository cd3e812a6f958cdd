import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import PDFDocument from 'pdfkit'
import type { Language } from '#shared/text.ts'
import { say } from '../http/texts.ts'
import type { Weight } from './fonts.ts'
import { printable, runsOf } from './signs.ts'

/** Media type of the files. */
export const PDF = 'application/pdf'

/** The light theme on paper. */
export const inks = {
  text: '#121920',
  quiet: '#465361',
  faint: '#586573',
  line: '#e2e7ec',
  grid: '#eef1f4',
  sunken: '#f5f7f9',
  primary: '#1463d6',
  band: '#dcebe3',
  ok: '#0a7a4e',
  watch: '#8f5600',
  alarm: '#c8232c',
  temperature: '#b65a07',
  temperatureBand: '#f6e3d1',
  humidity: '#1b6cc1',
  humidityBand: '#d8e6f5',
  feed: '#876214',
  water: '#08717a',
} as const
export type Ink = keyof typeof inks

/** A4 upright, in points; content lies within the margins, the page number below them. */
export const page = { width: 595.28, height: 841.89, left: 42, top: 40, right: 553.28, bottom: 796 } as const
export const WIDTH = page.right - page.left

/** Position from the left and the top, points. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}
interface Written {
  size?: number
  ink?: Ink
  weight?: Weight
  /** Wider text is cut with an ellipsis; required unless aligned left. */
  width?: number
  align?: 'left' | 'center' | 'right'
}

/** Pages that are being drawn. */
export interface Paper {
  /** Writes one line whose top is at `y`. */
  write(text: string, x: number, y: number, how?: Written): void
  /** Writes a text of several lines; answers where it ends. At most `lines`, the last cut with an ellipsis. */
  paragraph(
    text: string,
    x: number,
    y: number,
    how: Omit<Written, 'align'> & { width: number; lines?: number },
  ): number
  /** How many lines `paragraph` would take. */
  linesOf(text: string, how: Pick<Written, 'size' | 'weight'> & { width: number }): number
  /** The width of a line. */
  widthOf(text: string, how?: Pick<Written, 'size' | 'weight'>): number
  fill(box: Box, ink: Ink, radius?: number): void
  /** A line through points; null lifts the pen. */
  line(
    points: readonly (readonly [x: number, y: number] | null)[],
    ink: Ink,
    how?: { width?: number; dash?: number },
  ): void
  /** Fills the polygon through the points. */
  area(points: readonly (readonly [x: number, y: number])[], ink: Ink): void
  addPage(): void
}

interface About {
  title: string
  language: Language
  /** Who made it and when: on the left of every page foot. */
  made: string
}

const ELLIPSIS = '…'
const SIZE = 9
/** Line height relative to the font size. */
const LEADING = 1.448
const FOOT = { y: 808, size: 7.5 }

/** Height of a line of text, points. */
export const lineHeight = (size: number): number => size * LEADING

/**
 * Draws pages into a PDF file, each with page number, author and time at its foot. Uses the CPU for long: only in a job
 * thread. Answers the number of pages.
 */
export async function writePaper(
  path: string,
  { title, language, made }: About,
  draw: (paper: Paper) => Promise<void>,
): Promise<number> {
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: '1.7',
    lang: language,
    displayTitle: true,
    info: { Title: printable(title), Creator: 'Smart Farm' },
  })
  const file = createWriteStream(path, { mode: 0o600 })
  const written = finished(document.pipe(file))
  let pages: number
  try {
    const paper = paperOf(document)
    await draw(paper)
    foot(document, paper, { language, made })
    pages = document.bufferedPageRange().count
    document.end()
  } catch (error) {
    file.destroy()
    await written.catch(() => {})
    throw error
  }
  await written
  return pages
}

/** Draws the foot of every page, once the number of pages is known. */
function foot(document: PDFKit.PDFDocument, paper: Paper, { language, made }: Omit<About, 'title'>): void {
  const { count } = document.bufferedPageRange()
  const how = { size: FOOT.size, ink: 'faint' } as const
  for (let i = 0; i < count; i++) {
    document.switchToPage(i)
    paper.write(made, page.left, FOOT.y, { ...how, width: WIDTH - 90 })
    const number = say(language, ['pdf.page', { page: i + 1, of: count }])
    paper.write(number, page.right - 90, FOOT.y, { ...how, width: 90, align: 'right' })
  }
}

function paperOf(document: PDFKit.PDFDocument): Paper {
  let now: Weight = 'plain'
  const known = new Set<string>()
  const set = ({ size = SIZE, weight = 'plain' }: Pick<Written, 'size' | 'weight'>) => {
    now = weight
    document.fontSize(size)
  }
  /** The pieces of a text with their widths, each after its part of the font was selected. */
  function* pieces(text: string) {
    for (const { font, text: piece } of runsOf(text, now)) {
      if (!known.has(font.name)) document.registerFont(font.name, font.file)
      known.add(font.name)
      document.font(font.name)
      yield { piece, width: document.widthOfString(piece) }
    }
  }
  function measure(text: string): number {
    let sum = 0
    for (const { width } of pieces(text)) sum += width
    return sum
  }

  /** The text, shortened if it does not fit. */
  function cut(text: string, width: number): string {
    if (measure(text) <= width) return text
    const letters = [...text]
    let [fits, tooMany] = [0, letters.length]
    while (tooMany - fits > 1) {
      const middle = (fits + tooMany) >> 1
      if (measure(letters.slice(0, middle).join('') + ELLIPSIS) <= width) fits = middle
      else tooMany = middle
    }
    return letters.slice(0, fits).join('').trimEnd() + ELLIPSIS
  }

  const paper: Paper = {
    write(text, x, y, how = {}) {
      const { ink = 'text', width, align = 'left' } = how
      set(how)
      const shown = width === undefined ? printable(text) : cut(printable(text), width)
      const room = width === undefined ? 0 : width - measure(shown)
      document.fillColor(inks[ink])
      let start = x + (align === 'right' ? room : align === 'center' ? room / 2 : 0)
      for (const { piece, width } of pieces(shown)) {
        document.text(piece, start, y, { lineBreak: false })
        start += width
      }
    },
    paragraph(text, x, y, { lines = Number.POSITIVE_INFINITY, ...how }) {
      set(how)
      const [first = '', ...rest] = wrapped(printable(text), how.width, measure)
      const kept = [first, ...rest].slice(0, lines)
      if (rest.length >= lines) kept[lines - 1] += ELLIPSIS
      const height = lineHeight(how.size ?? SIZE)
      for (const [i, line] of kept.entries()) paper.write(line, x, y + i * height, how)
      return y + kept.length * height
    },
    linesOf(text, how) {
      set(how)
      return wrapped(printable(text), how.width, measure).length
    },
    widthOf(text, how = {}) {
      set(how)
      return measure(printable(text))
    },
    fill({ x, y, width, height }, ink, radius = 0) {
      if (width <= 0 || height <= 0) return
      document.roundedRect(x, y, width, height, radius).fill(inks[ink])
    },
    line(points, ink, { width = 1, dash } = {}) {
      let isDown = false
      for (const point of points) {
        if (point === null) isDown = false
        else if (isDown) document.lineTo(...point)
        else {
          document.moveTo(...point)
          isDown = true
        }
      }
      document.lineWidth(width).lineJoin('round').lineCap('round')
      if (dash === undefined) document.undash()
      else document.dash(dash, { space: dash })
      document.stroke(inks[ink])
    },
    area(points, ink) {
      const [first, ...rest] = points
      if (!first || rest.length < 2) return
      document.moveTo(...first)
      for (const point of rest) document.lineTo(...point)
      document.closePath().fill(inks[ink])
    },
    addPage() {
      document.addPage()
    },
  }
  return paper
}

/** Wraps a text to a width: breaks between words, between any two Chinese characters, and inside words that are too long. */
function wrapped(text: string, width: number, measure: (text: string) => number): string[] {
  const words =
    text.match(/[\u2e80-\uffef\u{20000}-\u{3ffff}]|[^\s\u2e80-\uffef\u{20000}-\u{3ffff}]+|\s+/gu) ?? []
  const pieces = words.flatMap(word => (word.trim() !== '' && measure(word) > width ? [...word] : [word]))
  const lines: string[] = []
  let line = ''
  for (const piece of pieces) {
    if (line !== '' && measure((line + piece).trimEnd()) > width) {
      lines.push(line.trimEnd())
      line = piece.trimStart()
    } else line += piece
  }
  return [...lines, line.trimEnd()]
}
