import i18next from 'i18next'
import { type ComponentType, lazy } from 'react'
import { CHUNK_TIMEOUT_MS } from '#shared/limits.ts'
import type { Search } from '#web/components/screen-context.tsx'
import { isOutdated } from '#web/data/outdated.ts'
import { isAnythingUnsaved } from '#web/data/tabs/unsaved.ts'
import type { LoadPage, Page, Screen } from './screen.ts'

/** The page's code did not arrive in time. A second import would wait for the same response, so only a reload helps. */
export class ChunkTimeout extends Error {
  override name = 'ChunkTimeout'
}

/** The page's code is missing: no connection, or a deployment has replaced it. */
export class ChunkMissing extends Error {
  override name = 'ChunkMissing'
}

/** Loads a page, or fails with {@link ChunkTimeout} after 120 s (specification, section 8). */
async function loadInTime(load: LoadPage): Promise<ComponentType> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkTimeout('page not loaded in time')), CHUNK_TIMEOUT_MS)
  })
  try {
    return await Promise.race([load(), late])
  } finally {
    clearTimeout(timer)
  }
}

const pages = new Map<string, ComponentType>()
/** Pages loaded before they are drawn, by path. */
const ahead = new Map<string, Promise<Page>>()

/**
 * Loads the page of a screen before it is drawn; its texts load with those of the start. The page then shows at once;
 * whatever React has to suspend for would show about a third of a second later.
 */
export async function loadPageAhead({ path }: Screen, load: LoadPage): Promise<void> {
  const loading = load()
  ahead.set(path, loading)
  const page = await loading
  // Keep the component that is on the screen: another one would start afresh.
  if (!pages.has(`${path}#0`)) pages.set(`${path}#0`, page)
}

/** Lets a page loaded ahead also read its data, once the viewer is known. Never fails. */
export async function readPageAhead(path: string, search: Search): Promise<void> {
  const page = await ahead.get(path)?.catch(() => undefined)
  await page?.readAhead?.(search)
}

/** Loads the texts of a page, or fails. i18next does not report texts that did not arrive and only retries when told to. */
async function loadTexts(texts: readonly string[]): Promise<void> {
  await i18next.loadNamespaces([...texts])
  const missing = () => texts.filter(name => !i18next.hasResourceBundle(i18next.language, name))
  if (missing().length > 0) await i18next.reloadResources([i18next.language], missing())
  if (missing().length > 0) throw new Error(`texts could not be loaded: ${missing().join(', ')}`)
}

/** The page of a screen as a component. `attempt` grows with every retry, since a failed load is remembered. */
export function pageOf(screen: Screen, load: LoadPage, attempt: number): ComponentType {
  const key = `${screen.path}#${attempt}`
  const known = pages.get(key)
  if (known) return known
  const page = lazy(async () => {
    try {
      const [component] = await Promise.all([loadInTime(load), loadTexts(screen.texts)])
      return { default: component }
    } catch (error) {
      // A lazy component remembers its failure; drop it so that the next caller gets a new one.
      pages.delete(key)
      throw error instanceof ChunkTimeout
        ? error
        : new ChunkMissing('page could not be loaded', { cause: error })
    }
  })
  pages.set(key, page)
  return page
}

const RELOADED = 'reloaded-for'

/**
 * After a deployment the old chunks are gone: reloads the page, once per version of the entry script. Not while there is
 * unsaved input, nor when only the connection is down: then the page just says that it could not be loaded.
 */
export function reloadAfterDeployment(): void {
  addEventListener('vite:preloadError', () => void reloadIfOutdated().catch(() => undefined))
}

async function reloadIfOutdated(): Promise<void> {
  const version = document.querySelector('script[type="module"]')?.getAttribute('src') ?? ''
  if (sessionStorage.getItem(RELOADED) === version || !(await isOutdated()) || isAnythingUnsaved()) return
  sessionStorage.setItem(RELOADED, version)
  location.reload()
}
