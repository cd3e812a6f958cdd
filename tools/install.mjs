// Plain JavaScript for any Node from 20 on: it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

const packagesIn = path => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages ?? {}
  } catch {
    return {}
  }
}

/** Whether node_modules has what package-lock.json requires. Packages for other systems may be absent. */
export function isInstalled(folder = root) {
  const wanted = packagesIn(join(folder, 'package-lock.json'))
  const present = packagesIn(join(folder, 'node_modules/.package-lock.json'))
  const complete = Object.entries(wanted).every(
    ([path, { version, optional, link }]) =>
      path === '' || link || optional || present[path]?.version === version,
  )
  return complete && existsSync(nodeBinary(folder))
}

/** The Node that runs the product, pinned in package.json, whichever Node started this. */
export function nodeBinary(folder = root) {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  return join(folder, 'node_modules/node/bin', name)
}

/** Installs what is missing or outdated by the lockfile; ends the process with a sentence if it cannot. */
export async function ensureInstalled() {
  if (isInstalled()) return
  console.log(
    'Installing packages (npm ci): about 1.3 GB on the disk, once. It takes some minutes and says nothing meanwhile …',
  )
  const npm = process.env.npm_execpath
  const options = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const child = npm?.endsWith('.js')
    ? spawn(process.execPath, [npm, ...options], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
    : spawn('npm', options, {
        cwd: root,
        stdio: ['ignore', 'ignore', 'inherit'],
        shell: process.platform === 'win32',
      })
  const code = await new Promise(resolve => {
    child.once('error', error => {
      console.error(error.message)
      resolve(1)
    })
    child.once('exit', resolve)
  })
  if (code === 0 && isInstalled()) return
  console.error('Cannot start: npm ci did not install everything; run it by hand to see why.')
  process.exit(1)
}

/** Runs a program of an npm package until it ends; ends this process if it fails. */
export function runToEnd(what, args) {
  const { status } = spawnSync(nodeBinary(), args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status === 0) return
  console.error(`Cannot start: ${what} failed.`)
  process.exit(1)
}
