import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

/** Draws a chart into an element and keeps it as wide as that. `remove` takes it out again. */
export function mountPlot(
  element: HTMLElement,
  options: Omit<uPlot.Options, 'width'> & { height: number },
  data: uPlot.AlignedData,
): { chart: uPlot; remove: () => void } {
  const { height } = options
  const chart = new uPlot({ ...options, width: element.clientWidth }, data, element)
  const resize = new ResizeObserver(() => {
    if (element.clientWidth > 0 && element.clientWidth !== chart.width)
      chart.setSize({ width: element.clientWidth, height })
  })
  resize.observe(element)
  return {
    chart,
    remove() {
      resize.disconnect()
      chart.destroy()
    },
  }
}

interface Plot {
  remove: () => void
}
const resting = new Map<HTMLElement, { of: readonly unknown[]; plot: Plot }>()

/**
 * A chart for an effect that ends whenever its tab is hidden. `rest` leaves the chart in place, and when shown again it goes
 * on unless its ingredients have changed. A chart whose place is gone is removed when the next one is made.
 */
export function keepPlot<P extends Plot>(
  element: HTMLElement,
  of: readonly unknown[],
  make: () => P,
): { plot: P; rest: () => void } {
  const known = resting.get(element)
  resting.delete(element)
  for (const [place, { plot }] of resting)
    if (!place.isConnected) {
      plot.remove()
      resting.delete(place)
    }
  const isSame = known?.of.every((part, i) => part === of[i])
  if (!isSame) known?.plot.remove()
  const plot = isSame ? (known?.plot as P) : make()
  return { plot, rest: () => void resting.set(element, { of, plot }) }
}

/** The page's colours and font, set by the theme, for drawing on a canvas. */
export interface Ink {
  colour(name: string): string
  /** Colour of a quantity; neutral if it has none of its own. */
  quantity(quantity: string | undefined): string
  /** The colour at partial strength, 0 to 1. */
  wash(colour: string, part: number): string
  font: string
}

/** Reads an element's current colours. */
export function inkOf(element: HTMLElement): Ink {
  const style = getComputedStyle(element)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  return {
    colour,
    quantity: quantity => (quantity && colour(`--q-${quantity}`)) || colour('--text2'),
    wash: (of, part) => `color-mix(in srgb, ${of} ${Math.round(part * 100)}%, transparent)`,
    font: `11px ${style.fontFamily}`,
  }
}

/** Draws only within the plot's area, and restores the canvas afterwards. */
export function within({ ctx, bbox }: uPlot, draw: (ctx: CanvasRenderingContext2D) => void): void {
  ctx.save()
  ctx.beginPath()
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height)
  ctx.clip()
  draw(ctx)
  ctx.restore()
}
