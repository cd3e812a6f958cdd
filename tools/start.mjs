import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ensureInstalled, nodeBinary, root } from './install.mjs'
import { ensureBuilt } from './web-build.mjs'

// npm start: installs and builds what is missing, then runs the server and passes signals on.
await ensureInstalled()
ensureBuilt()
const { flags } = JSON.parse(readFileSync(join(root, 'server/node-options.json'), 'utf8'))

// Its own process group: the terminal's Ctrl-C comes to us, and the server gets it once, from us. Over the channel it
// learns when we are gone, for whatever reason.
const server = spawn(nodeBinary(), [...flags, 'server/main.ts'], {
  cwd: root,
  detached: true,
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
})

// npm passes on a signal that the terminal has already sent to us: a second one right after is the same Ctrl-C.
const ECHO_MS = 500
let last = 0
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    const now = Date.now()
    if (now - last > ECHO_MS) server.kill(signal)
    last = now
  })
}

// When npm dies by kill -9, we get another parent.
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
  if (signal) {
    console.error(`The server was ended by ${signal}; the next start finds everything it acknowledged.`)
    stopDatabase()
  }
  process.exit(code ?? 1)
})

/** The killed server could not stop its database; if this fails too, the next start will. */
function stopDatabase() {
  try {
    const cluster = resolve(root, process.env.DATA_DIR || 'data', 'postgres')
    const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
    if (pid > 1) process.kill(pid, 'SIGINT')
  } catch {
    // There is none, or it has already ended.
  }
}
