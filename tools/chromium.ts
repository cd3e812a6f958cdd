import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

const KNOWN = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
]

/** Starts without a sandbox where there is none (root, containers) and asks nobody outside for anything. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A browser of the system or Playwright's own; undefined when there is neither. `CHROMIUM` names another. */
export function findChromium(): string | undefined {
  const candidates = [process.env.CHROMIUM, ...KNOWN, chromium.executablePath()]
  return candidates.find(path => path !== undefined && path !== '' && existsSync(path))
}

/** Installs a browser when there is none: Debian's package as root, else Playwright's download. */
export function ensureChromium(): string {
  const found = findChromium()
  if (found) return found
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: 'inherit' })
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    run('apt-get', 'update', '-qq')
    run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium')
  } else {
    run(process.execPath, 'node_modules/playwright/cli.js', 'install', 'chromium')
  }
  const installed = findChromium()
  if (!installed) throw new Error('No Chromium could be installed. Install one and name it in CHROMIUM.')
  return installed
}
