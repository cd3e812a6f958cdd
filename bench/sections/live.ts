import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { firstViewer, startHouses } from '../first-customer.ts'
import { createHistogram } from '../histogram.ts'
import { countRenders, noteFrames, noteShown, type Renders, type Shown } from '../in-page.ts'
import { countersOf, openChromium, type Visit, visit } from '../visit.ts'

const RATE = 200
const WARM_UP_MS = 3_000

/**
 * The house monitor of a customer with 20 houses that send 200 reports of 80 values a second, every value changed. First the
 * browser's work; then each once more with screen frames and React renders counted, which costs time itself.
 */
export async function live(bench: Bench): Promise<Figure[]> {
  const ms = bench.quick ? 5_000 : 20_000
  bench.say(`live: house monitor at ${RATE} messages/s`)
  const load = await startHouses(bench)
  const browser = await openChromium()
  const { token, monitor } = firstViewer(bench)
  const watch = async <T>(before: () => void, read: (window: Visit) => Promise<() => Promise<T>>) => {
    const window = await visit(browser, { url: bench.server.url, token, before: [before] })
    await window.page.goto(monitor)
    await window.page.locator('.trend-chart canvas').first().waitFor()
    const send = (ms: number) => load.ask({ do: 'run', rate: RATE, warmUpMs: 0, ms })
    await send(WARM_UP_MS)
    const finish = await read(window)
    await send(ms)
    const result = await finish()
    await window.close()
    return result
  }
  try {
    // A curve is drawn only once there are stored readings.
    await load.ask({ do: 'run', rate: RATE, warmUpMs: 0, ms: 2_000 })
    const work = await watch(noteShown, workOf)
    const frames = await watch(noteFrames, framesOf)
    const drawn = await watch(countRenders, rendersOf)
    return figures(work, frames, drawn)
  } finally {
    await Promise.all([load.stop(), browser.close()])
  }
}

interface Work extends Shown {
  /** Seconds of work per second. */
  script: number
  task: number
  layout: number
}

async function workOf(window: Visit): Promise<() => Promise<Work>> {
  await window.cdp.send('Performance.enable')
  const reset = () => window.page.evaluate('Object.assign(shown, { ages: [], messages: 0 })')
  await reset()
  const before = await countersOf(window)
  return async () => {
    const after = await countersOf(window)
    const shown = (await window.page.evaluate('shown')) as Shown
    const perSecond = (name: string) =>
      (after(name) - before(name)) / (after('Timestamp') - before('Timestamp'))
    return {
      ...shown,
      script: perSecond('ScriptDuration'),
      task: perSecond('TaskDuration'),
      layout: perSecond('LayoutDuration') + perSecond('RecalcStyleDuration'),
    }
  }
}

async function framesOf({ page }: Visit): Promise<() => Promise<number[]>> {
  await page.evaluate('frameTimes.length = 0')
  return () => page.evaluate('frameTimes')
}

async function rendersOf(window: Visit): Promise<() => Promise<Renders>> {
  const started = performance.now()
  const now = () => window.page.evaluate('({ ...reactRenders })') as Promise<Renders>
  const before = await now()
  return async () => {
    const after = await now()
    const seconds = (performance.now() - started) / 1_000
    return {
      commits: (after.commits - before.commits) / seconds,
      renders: (after.renders - before.renders) / seconds,
    }
  }
}

function figures(work: Work, every: readonly number[], drawn: Renders): Figure[] {
  const ages = createHistogram()
  const frames = createHistogram()
  for (const age of work.ages) ages.add(age)
  for (const frame of every) frames.add(frame)
  const figure = (name: string, value: number, unit: string, goal?: Figure['goal']): Figure => ({
    section: 'live',
    name,
    value,
    unit,
    ...(goal && { goal }),
  })
  return [
    figure('sample to the value painted, p50', ages.at(0.5), 'ms'),
    figure('sample to the value painted, p99', ages.at(0.99), 'ms', { atMost: 1_000 }),
    figure('script time', work.script * 1_000, 'ms/s'),
    figure('style and layout', work.layout * 1_000, 'ms/s'),
    figure('main thread in all', work.task * 1_000, 'ms/s'),
    figure('frame of the screen, p50', frames.at(0.5), 'ms'),
    figure('frame of the screen, p95', frames.at(0.95), 'ms'),
    figure('React commits', drawn.commits, '/s'),
    figure('React renders', drawn.renders, 'components/s'),
  ]
}
