import { openFile } from '#web/data/jobs.ts'

/** Styles a drawing takes from style sheets, which a separate image does not read. */
const STYLES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'paint-order',
  'font-family',
  'font-size',
  'font-weight',
  'font-variant-numeric',
] as const
/** Points of the picture per point of the screen: it will be printed and projected. */
const SCALE = 2
/** px of the screen */
const PAD = 20
const [LINE, KEY] = [22, 14]

export interface PictureWords {
  title: string
  /** Below the title: subject and time. */
  says: string
  /** Of the lines, in their order; empty if there is only one. */
  keys: readonly string[]
}

/** Saves a drawing as a PNG as seen on the screen, under its title. */
export async function savePicture(drawing: SVGSVGElement, words: PictureWords): Promise<void> {
  const image = await imageOf(drawing)
  const { width, height } = drawing.getBoundingClientRect()
  const head = PAD + LINE * (words.keys.length > 0 ? 3 : 2)
  const { canvas, pen } = sheetFor(drawing, width, head + height)
  write(pen, drawing, words)
  pen.drawImage(image, PAD, head, width, height)
  await save(canvas, words)
}

/** Texts around canvases: a title, the subject, and a name for each line. */
interface CanvasWords {
  title: string
  says: string
  keys: readonly { label: string; colour: string; dash: readonly number[] }[]
}

/** Saves canvases stacked in one PNG, under their title. */
export async function saveCanvases(
  canvases: readonly HTMLCanvasElement[],
  place: Element,
  words: CanvasWords,
): Promise<void> {
  const boxes = canvases.map(each => each.getBoundingClientRect())
  const width = Math.max(...boxes.map(box => box.width))
  const rows = keyRows(place, words.keys, width)
  const head = PAD + LINE * (2 + rows.length)
  const tall = boxes.reduce((sum, box) => sum + box.height, 0)
  const { canvas, pen } = sheetFor(place, width, head + tall)
  title(pen, place, words)
  for (const [i, row] of rows.entries())
    for (const { key, x } of row) drawKey(pen, key, x, PAD + (2 + i) * LINE)
  let y = head
  for (const [i, each] of canvases.entries()) {
    const box = boxes[i]
    if (!box) continue
    pen.drawImage(each, PAD, y, box.width, box.height)
    y += box.height
  }
  await save(canvas, words)
}

type Key = CanvasWords['keys'][number]

/** Lays out the names of the lines in as many rows as needed. */
function keyRows(place: Element, keys: readonly Key[], width: number): { key: Key; x: number }[][] {
  const pen = document.createElement('canvas').getContext('2d')
  if (!pen) return []
  pen.font = fontOf(place, 12, 400)
  const rows: { key: Key; x: number }[][] = []
  let end = Number.POSITIVE_INFINITY
  for (const key of keys) {
    const wide = KEY + 20 + pen.measureText(key.label).width
    if (end + wide > PAD + width) {
      rows.push([])
      end = PAD
    }
    rows.at(-1)?.push({ key, x: end })
    end += wide
  }
  return rows
}

function drawKey(pen: CanvasRenderingContext2D, { label, colour, dash }: Key, x: number, y: number) {
  const ink = pen.fillStyle
  pen.strokeStyle = colour
  pen.lineWidth = 2
  pen.setLineDash([...dash])
  pen.beginPath()
  pen.moveTo(x, y)
  pen.lineTo(x + KEY, y)
  pen.stroke()
  pen.setLineDash([])
  pen.fillStyle = ink
  pen.fillText(label, x + KEY + 5, y)
}

/** An empty sheet in the page's background colour, at print resolution. */
function sheetFor(place: Element, width: number, height: number) {
  const canvas = document.createElement('canvas')
  canvas.width = (width + 2 * PAD) * SCALE
  canvas.height = (height + PAD) * SCALE
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser draws no pictures')
  pen.scale(SCALE, SCALE)
  pen.fillStyle = groundOf(place)
  pen.fillRect(0, 0, canvas.width, canvas.height)
  return { canvas, pen }
}

async function save(canvas: HTMLCanvasElement, { title, says }: Pick<PictureWords, 'title' | 'says'>) {
  const { promise, resolve } = Promise.withResolvers<Blob | null>()
  canvas.toBlob(resolve, 'image/png')
  const picture = await promise
  if (!picture) throw new Error('The picture was not drawn')
  const url = URL.createObjectURL(picture)
  openFile({ name: `${[title, says].join(' ').replaceAll(/[\\/:*?"<>|]+/g, ' ')}.png`, url })
  // The browser has taken the file by then.
  setTimeout(() => URL.revokeObjectURL(url))
}

const fontOf = (place: Element, size: number, weight: number): string =>
  `${weight} ${size}px ${getComputedStyle(place).fontFamily}`

/** Writes the title and the subject. */
function title(
  pen: CanvasRenderingContext2D,
  place: Element,
  { title, says }: Pick<PictureWords, 'title' | 'says'>,
): void {
  pen.textBaseline = 'middle'
  pen.fillStyle = getComputedStyle(place).color
  pen.font = fontOf(place, 15, 600)
  pen.fillText(title, PAD, PAD)
  pen.font = fontOf(place, 12, 400)
  pen.fillText(says, PAD, PAD + LINE)
}

/** The drawing as an image, with every style written out. */
async function imageOf(drawing: SVGSVGElement): Promise<HTMLImageElement> {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const [shown, written] = [drawing, copy].map(each => [each, ...each.querySelectorAll<SVGElement>('*')])
  for (const [i, element] of written?.entries() ?? []) {
    const styles = getComputedStyle(shown?.[i] ?? drawing)
    for (const name of STYLES) element.style.setProperty(name, styles.getPropertyValue(name))
  }
  const { width, height } = drawing.getBoundingClientRect()
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  await image.decode()
  return image
}

/** Its background: the nearest one that is not transparent. */
function groundOf(drawing: Element): string {
  for (let at: Element | null = drawing; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at)
    if (backgroundColor !== 'rgba(0, 0, 0, 0)') return backgroundColor
  }
  return 'Canvas'
}

function write(pen: CanvasRenderingContext2D, drawing: SVGSVGElement, words: PictureWords) {
  const around = drawing.parentElement ?? drawing
  title(pen, around, words)
  let x = PAD
  for (const [i, path] of drawing.querySelectorAll('path').entries()) {
    const key = words.keys[i]
    if (!key) return
    pen.fillStyle = getComputedStyle(path).stroke
    pen.fillRect(x, PAD + 2 * LINE - 1, KEY, 2)
    pen.fillStyle = getComputedStyle(around).color
    pen.fillText(key, x + KEY + 5, PAD + 2 * LINE)
    x += KEY + 20 + pen.measureText(key).width
  }
}
