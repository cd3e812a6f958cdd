import { spawn } from 'node:child_process'
import { ensureInstalled, nodeBinary, root } from './install.mjs'
import { ensureBuilt } from './web-build.mjs'

// npm start: installs and builds what is missing, then runs the server and passes signals on.
await ensureInstalled()
ensureBuilt()

// A group of its own: the terminal's Ctrl-C comes to us, and the server hears it once, from us. The channel tells it
// when we are gone, however we ended.
const server = spawn(nodeBinary(), ['server/main.ts'], {
  cwd: root,
  detached: true,
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  env: { ...process.env, DATA_DIR: process.env.DATA_DIR || './data' },
})

// npm passes on the signal that the terminal has sent to us already: what follows at once is the same Ctrl-C.
const ECHO_MS = 500
let last = 0
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    const now = Date.now()
    if (now - last > ECHO_MS) server.kill(signal)
    last = now
  })
}

// Killed with kill -9, npm leaves us to another parent.
const parent = process.ppid
if (process.env.npm_lifecycle_event) {
  setInterval(() => {
    if (process.ppid !== parent) server.kill('SIGTERM')
  }, 1_000).unref()
}

server.once('error', error => {
  console.error(`Cannot start: ${error.message}`)
  process.exit(1)
})
server.once('exit', (code, signal) => {
  if (signal)
    console.error(`The server was ended by ${signal}; the next start finds everything it acknowledged.`)
  process.exit(code ?? 1)
})
