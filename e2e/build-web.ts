import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** The stories run on what is shipped: the built app, made from the sources as they are now. */
export default async function buildWeb(): Promise<void> {
  await build({
    configFile: fileURLToPath(new URL('../vite.config.ts', import.meta.url)),
    root: fileURLToPath(new URL('../web', import.meta.url)),
    logLevel: 'warn',
  })
}
