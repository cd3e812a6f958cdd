import { isOutdated } from './outdated.ts'
import { isAnythingUnsaved } from './tabs/unsaved.ts'

/**
 * Reloads the page where code could not be loaded even at the second try: a browser keeps a failed import for as long as the page
 * lives. Only when the server answers, and never over unsaved input. Returns whether it does.
 */
export async function startAnew(): Promise<boolean> {
  const answers = await isOutdated().then(
    () => true,
    () => false,
  )
  const may = answers && !isAnythingUnsaved()
  if (may) location.reload()
  return may
}
