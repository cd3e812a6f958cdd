/**
 * `npm test`: proves the repository. Static checks first, then every runner; ends with the total counted from the
 * runners' own reports. Arguments name the steps to run (`npm test -- types unit`); without any, all of them.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'
import { ensureChromium } from './chromium.ts'

interface Count {
  passed: number
  failed: number
  skipped: number
}
interface Step {
  name: string
  command: string[]
  /** Reads the runner's own report; a step without one only succeeds or fails. */
  count?: () => Count
}

const REPORTS = resolve('test-results')
const PROGRAMS = resolve('node_modules/.bin')
const bin = (name: string) => resolve(PROGRAMS, name)
/** The programs are scripts that look for `node`: they must find ours, not the machine's. */
const env = { ...process.env, FORCE_COLOR: '0', PATH: [PROGRAMS, process.env.PATH].join(delimiter) }

function vitestCount(file: string): Count {
  const report = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 } = report
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }
}

function playwrightCount(file: string): Count {
  const { stats } = JSON.parse(readFileSync(file, 'utf8')) as { stats: Record<string, number> }
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = stats
  return { passed: expected, failed: unexpected + flaky, skipped }
}

function vitest(project: string): Step {
  const file = `${REPORTS}/${project}.json`
  return {
    name: project,
    command: [
      bin('vitest'),
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    count: () => vitestCount(file),
  }
}

const steps: Step[] = [
  { name: 'format', command: [bin('biome'), 'check', '--error-on-warnings', '.'] },
  { name: 'types', command: [bin('tsc'), '--noEmit'] },
  { name: 'lint', command: [bin('oxlint'), '--type-aware', '--deny-warnings'] },
  { name: 'unused', command: [bin('knip')] },
  vitest('unit'),
  vitest('server'),
  vitest('durability'),
  vitest('web'),
  { name: 'build', command: [bin('vite'), 'build', '--logLevel', 'warn'] },
  {
    name: 'e2e',
    command: [bin('playwright'), 'test', '--config', 'e2e/playwright.config.ts'],
    count: () => playwrightCount(`${REPORTS}/e2e.json`),
  },
]

const wanted = process.argv.slice(2)
const unknown = wanted.filter(name => !steps.some(step => step.name === name))
if (unknown.length > 0) {
  console.error(`No such step: ${unknown.join(', ')}. There are ${steps.map(step => step.name).join(', ')}.`)
  process.exit(2)
}

ensureChromium()
rmSync(REPORTS, { recursive: true, force: true })
mkdirSync(REPORTS, { recursive: true })

const total: Count = { passed: 0, failed: 0, skipped: 0 }
const broken: string[] = []
for (const step of steps) {
  if (wanted.length > 0 && !wanted.includes(step.name)) continue
  const started = Date.now()
  const [command = '', ...args] = step.command
  const { status } = spawnSync(command, args, { stdio: 'inherit', env })
  if (status !== 0) broken.push(step.name)
  try {
    const count = step.count?.()
    if (count) for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += count[key]
  } catch {
    if (!broken.includes(step.name)) broken.push(step.name)
    console.error(`${step.name}: the runner left no report`)
  }
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  console.log(`── ${step.name}: ${status === 0 ? 'ok' : 'FAILED'} in ${seconds} s`)
}

const skipsRefused = process.env.CI === 'true' && total.skipped > 0
if (broken.length > 0) console.error(`Failed: ${broken.join(', ')}`)
if (skipsRefused) console.error('A skipped test counts as a failure here: install what it needs.')
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(broken.length > 0 || total.failed > 0 || skipsRefused ? 1 : 0)
