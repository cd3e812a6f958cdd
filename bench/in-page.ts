/** What runs in the page while it is measured. Each function is self-contained: the page gets its text. */

export interface Renders {
  commits: number
  /** Components that React called. */
  renders: number
}

/** Counts React's renders through the hook for its developer tools, in the production build. */
export function countRenders(): void {
  interface Fiber {
    tag: number
    flags: number
    child: Fiber | null
    sibling: Fiber | null
    alternate: Fiber | null
  }
  const count: Renders = { commits: 0, renders: 0 }
  /** Function, class, forwardRef, memo and simple memo components. */
  const components = new Set([0, 1, 11, 14, 15])
  const PERFORMED_WORK = 1
  const look = (fiber: Fiber, before: Fiber | null) => {
    if (components.has(fiber.tag) && (before === null || fiber.flags & PERFORMED_WORK)) count.renders += 1
    if (before !== null && fiber.child === before.child) return
    for (let child = fiber.child; child; child = child.sibling) look(child, child.alternate)
  }
  Object.assign(globalThis, {
    reactRenders: count,
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      checkDCE: () => undefined,
      onCommitFiberUnmount: () => undefined,
      onPostCommitFiberRoot: () => undefined,
      onCommitFiberRoot: (_: number, root: { current: Fiber }) => {
        count.commits += 1
        look(root.current, root.current.alternate)
      },
    },
  })
}

export interface Shown {
  /** Time from the newest sample to the paint that shows it, ms. */
  ages: number[]
  /** Messages on the live channel. */
  messages: number
}

/** Records how old the temperature of the house in the address is when it is painted. */
export function noteShown(): void {
  const metric = 'Climate/Temp/Avg'
  const shown: Shown = { ages: [], messages: 0 }
  let newest = 0
  const house = () => new URLSearchParams(location.search).get('houseId')
  const Plain = WebSocket
  globalThis.WebSocket = class extends Plain {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols)
      this.addEventListener('message', ({ data }) => {
        shown.messages += 1
        const text = String(data)
        if (!text.includes(`"chickenHouseId":"${house()}"`)) return
        const at = JSON.parse(text).data?.values?.[metric]?.[1]
        if (typeof at === 'number') newest = at
      })
    }
  }
  const painted = () => {
    const at = newest
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port2.onmessage = () => shown.ages.push(performance.timeOrigin + performance.now() - at)
      port1.postMessage(null)
    })
  }
  const watch = () => {
    const value = document.querySelector('.figure-value')
    if (value)
      new MutationObserver(painted).observe(value, { subtree: true, characterData: true, childList: true })
    else requestAnimationFrame(watch)
  }
  addEventListener('DOMContentLoaded', watch)
  Object.assign(globalThis, { shown })
}

/** Records the time between screen frames, ms. Asking for every frame makes the browser prepare every one. */
export function noteFrames(): void {
  const frameTimes: number[] = []
  let last = performance.now()
  const beat = (now: number) => {
    frameTimes.push(now - last)
    last = now
    requestAnimationFrame(beat)
  }
  requestAnimationFrame(beat)
  Object.assign(globalThis, { frameTimes })
}

/** Records when the first row of a table is painted, ms since the navigation began. */
export function noteTable(): void {
  const look = () => {
    if (!document.querySelector('.data-table tbody tr:not(.data-waiting)')) return requestAnimationFrame(look)
    const { port1, port2 } = new MessageChannel()
    port2.onmessage = () => Object.assign(globalThis, { tableAt: performance.now() })
    port1.postMessage(null)
  }
  requestAnimationFrame(look)
}

/** Records when an alarm is painted on a phone with its value and what can be done, ms since the navigation began. */
export function noteAlarm(): void {
  const look = () => {
    const isThere = ['.alarm-number', '.alarm-big'].every(each => document.querySelector(each))
    if (!isThere) return requestAnimationFrame(look)
    const { port1, port2 } = new MessageChannel()
    port2.onmessage = () => Object.assign(globalThis, { alarmAt: performance.now() })
    port1.postMessage(null)
  }
  requestAnimationFrame(look)
}

/** Records when the workplace is painted with what to do first and with houses, ms since the navigation began. */
export function noteWorkplace(): void {
  const look = () => {
    const isThere = ['.workplace-list li', '.workplace-tile'].every(each => document.querySelector(each))
    if (!isThere) return requestAnimationFrame(look)
    const { port1, port2 } = new MessageChannel()
    port2.onmessage = () => Object.assign(globalThis, { workplaceAt: performance.now() })
    port1.postMessage(null)
  }
  requestAnimationFrame(look)
}

/** Records the time from a click until what it opens is painted; `opens` names that element. */
export function noteSwitches(): void {
  const note = { opens: '', took: -1 }
  addEventListener(
    'click',
    ({ timeStamp }) => {
      const look = () => {
        const found = [...document.querySelectorAll(note.opens)]
        if (!found.some(element => element.checkVisibility())) return requestAnimationFrame(look)
        const { port1, port2 } = new MessageChannel()
        port2.onmessage = () => {
          note.took = performance.now() - timeStamp
        }
        port1.postMessage(null)
      }
      requestAnimationFrame(look)
    },
    true,
  )
  Object.assign(globalThis, { switches: note })
}

/** Records the time from choosing a house in the monitor's list until its name and values are painted, ms. */
export function noteHouses(): void {
  const note = { took: -1 }
  addEventListener(
    'click',
    ({ target, timeStamp }) => {
      const entry = target instanceof Element ? target.closest('.monitor-entry') : null
      const name = entry?.querySelector('.monitor-entry-name')?.firstChild?.textContent
      if (!name) return
      const look = () => {
        const isIts = document.querySelector('#monitor-house-name')?.textContent === name
        if (!isIts || !document.querySelector('.figure-value')) return requestAnimationFrame(look)
        const { port1, port2 } = new MessageChannel()
        port2.onmessage = () => {
          note.took = performance.now() - timeStamp
        }
        port1.postMessage(null)
      }
      requestAnimationFrame(look)
    },
    true,
  )
  Object.assign(globalThis, { houses: note })
}

export interface Felt {
  /** The longest event of each interaction by the browser's number for it, ms; it leaves out what took less than a frame. */
  interactions: Record<number, number>
  /** Tasks that held up the page for more than 50 ms. ms */
  longTasks: number[]
}

/** Records how long the page takes to answer people, as INP counts it. */
export function noteFelt(): void {
  const felt: Felt = { interactions: {}, longTasks: [] }
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) {
      const { interactionId, duration } = entry as PerformanceEntry & { interactionId: number }
      if (interactionId)
        felt.interactions[interactionId] = Math.max(felt.interactions[interactionId] ?? 0, duration)
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) felt.longTasks.push(duration)
  }).observe({ type: 'longtask' })
  Object.assign(globalThis, { felt })
}
