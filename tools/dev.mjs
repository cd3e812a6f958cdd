import { spawn } from 'node:child_process'
import { ensureInstalled, nodeBinary, root } from './install.mjs'

// npm run dev: the server, restarted on every change, behind Vite with hot reloading.
await ensureInstalled()
const run = args => spawn(nodeBinary(), args, { cwd: root, stdio: 'inherit' })
const children = [
  run(['--watch-path=server', '--watch-path=shared', '--watch-preserve-output', 'server/main.ts']),
  run(['node_modules/vite/bin/vite.js']),
]
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
for (const child of children) child.once('exit', stop)
