import { openFile } from '#web/data/jobs.ts'

/** What a drawing has from the style sheets, which an image of its own does not read. */
const STYLES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'font-family',
  'font-size',
  'font-weight',
  'font-variant-numeric',
] as const
/** Points of the picture to one of the screen: it is printed and projected. */
const SCALE = 2
/** px of the screen */
const PAD = 20
const [LINE, KEY] = [22, 14]

export interface PictureWords {
  title: string
  /** Below the title: what it is about, and when. */
  says: string
  /** Of the lines, in their order; none where there is one alone. */
  keys: readonly string[]
}

/** Saves a drawing as a PNG as it stands on the screen, under its title. */
export async function savePicture(drawing: SVGSVGElement, words: PictureWords): Promise<void> {
  const image = await imageOf(drawing)
  const { width, height } = drawing.getBoundingClientRect()
  const head = PAD + LINE * (words.keys.length > 0 ? 3 : 2)
  const canvas = document.createElement('canvas')
  canvas.width = (width + 2 * PAD) * SCALE
  canvas.height = (head + height + PAD) * SCALE
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser draws no pictures')
  pen.scale(SCALE, SCALE)
  pen.fillStyle = groundOf(drawing)
  pen.fillRect(0, 0, canvas.width, canvas.height)
  write(pen, drawing, words)
  pen.drawImage(image, PAD, head, width, height)
  const { promise, resolve } = Promise.withResolvers<Blob | null>()
  canvas.toBlob(resolve, 'image/png')
  const picture = await promise
  if (!picture) throw new Error('The picture was not drawn')
  const url = URL.createObjectURL(picture)
  openFile({ name: `${[words.title, words.says].join(' ').replaceAll(/[\\/:*?"<>|]+/g, ' ')}.png`, url })
  // The browser takes it before it does anything else.
  setTimeout(() => URL.revokeObjectURL(url))
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

/** What it is drawn on: the nearest ground that is not see-through. */
function groundOf(drawing: Element): string {
  for (let at: Element | null = drawing; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at)
    if (backgroundColor !== 'rgba(0, 0, 0, 0)') return backgroundColor
  }
  return 'Canvas'
}

function write(pen: CanvasRenderingContext2D, drawing: SVGSVGElement, { title, says, keys }: PictureWords) {
  const around = getComputedStyle(drawing.parentElement ?? drawing)
  const font = (size: number, weight: number) => `${weight} ${size}px ${around.fontFamily}`
  pen.textBaseline = 'middle'
  pen.fillStyle = around.color
  pen.font = font(15, 600)
  pen.fillText(title, PAD, PAD)
  pen.font = font(12, 400)
  pen.fillText(says, PAD, PAD + LINE)
  let x = PAD
  for (const [i, path] of drawing.querySelectorAll('path').entries()) {
    const key = keys[i]
    if (!key) return
    pen.fillStyle = getComputedStyle(path).stroke
    pen.fillRect(x, PAD + 2 * LINE - 1, KEY, 2)
    pen.fillStyle = around.color
    pen.fillText(key, x + KEY + 5, PAD + 2 * LINE)
    x += KEY + 20 + pen.measureText(key).width
  }
}
