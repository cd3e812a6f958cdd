import { isOutdated } from './outdated.ts'
import { isAnythingUnsaved } from './tabs/unsaved.ts'

/**
 * Reloads the page where code could not be loaded even at the second try: a browser keeps a failed import for as long as the page
 * lives. Only when the server answers, and never over unsaved input.
 */
export async function startAnew(): Promise<void> {
  const answers = await isOutdated().then(
    () => true,
    () => false,
  )
  if (answers && !isAnythingUnsaved()) location.reload()
}
