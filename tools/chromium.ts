import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

/** Debian's Chromium without windows: opens a page with two thirds of the work, but shows no notifications. */
const HEADLESS = '/usr/bin/chromium-headless-shell'
const WHOLE = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
]

/** Starts without a sandbox where there is none (root, containers) and contacts nobody outside. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A browser of the system or Playwright's own; undefined if there is neither. `CHROMIUM` names another. */
export const findChromium = () => firstOf(process.env.CHROMIUM, HEADLESS, ...WHOLE, chromium.executablePath())

/** One that can do everything a user's can, including notifications. */
export const findWholeChromium = () => firstOf(process.env.CHROMIUM, ...WHOLE, chromium.executablePath())

const firstOf = (...paths: (string | undefined)[]) =>
  paths.find(path => path !== undefined && path !== '' && existsSync(path))

/** Installs a browser if there is none: Debian's packages as root, otherwise Playwright's download. */
export function ensureChromium(): string {
  const found = findChromium()
  if (found) return found
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: 'inherit' })
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    run('apt-get', 'update', '-qq')
    const install = (name: string) => run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', name)
    install('chromium')
    try {
      install('chromium-headless-shell')
    } catch {
      // Only newer Debians have it; the full browser does the same work, slower.
    }
  } else {
    run(process.execPath, 'node_modules/playwright/cli.js', 'install', 'chromium')
  }
  const installed = findChromium()
  if (!installed) throw new Error('No Chromium could be installed. Install one and name it in CHROMIUM.')
  return installed
}
