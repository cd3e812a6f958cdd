import { ensureBuilt } from '../tools/web-build.mjs'

/** The stories run on what is shipped: the built app, made from the sources as they are now. */
export default function buildWeb(): void {
  ensureBuilt()
}
