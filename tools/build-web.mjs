import { ensureBuilt } from './web-build.mjs'

// node tools/build-web.mjs: builds the web app unless its sources are those of the last build.
ensureBuilt()
