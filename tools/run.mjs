import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled, nodeBinary, root } from './install.mjs'

// node tools/run.mjs <file.ts> [arguments]: runs a program of this repository on the repository's own Node.
const [file, ...args] = process.argv.slice(2)
if (!file) {
  console.error('Name the program: node tools/run.mjs <file.ts> [arguments]')
  process.exit(1)
}
await ensureInstalled()
const { flags } = JSON.parse(readFileSync(join(root, 'server/node-options.json'), 'utf8'))
const child = spawn(nodeBinary(), [...flags, file, ...args], { cwd: root, stdio: 'inherit' })
// The terminal's Ctrl-C reaches the program directly; it decides when to end.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => signal === 'SIGTERM' && child.kill(signal))
child.once('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
