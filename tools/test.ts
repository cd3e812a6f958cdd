/**
 * `npm test`: proves the repository. Steps run side by side as far as the cores go; ends with the total counted from the
 * runners' own reports. Arguments name the steps to run (`npm test -- types unit`); without any, all of them. With
 * `--changed` each runs only what the changes since `main`, or since `--changed=<commit>`, can reach.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { delimiter, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/node'
import { beginning, changedSince, reachOf } from './changed.ts'
import { ensureChromium } from './chromium.ts'
import { SHOWN_PAGE } from './shown-page.ts'
import { sideBySide, type Work } from './side-by-side.ts'

interface Count {
  passed: number
  failed: number
  skipped: number
}
interface Step extends Work {
  command: string[]
  /** Reads the runner's own report; a step without one only succeeds or fails. */
  report?: () => Report
  env?: Record<string, string>
}
interface Report {
  count: Count
  /** Each failed test with the beginning of its message. */
  failures: string[]
  /** Tests that passed only at the second try, in the same form. */
  flaky?: string[]
}

const REPORTS = resolve('test-results')
const DEMONSTRATION = resolve(REPORTS, 'demonstration')
const PROGRAMS = resolve('node_modules/.bin')
/** Loads what runners and workers share in half the time. */
const QUICK_START = pathToFileURL(resolve('server/platform/quick-start.ts')).href
/**
 * For checkers of types, which are written in Go: on one core each type is worked out once, not once per core, and a program
 * that ends so soon need not collect garbage. Less than half of the work, and less memory.
 */
const IN_GO = { GOMAXPROCS: '1', GOGC: 'off', GOMEMLIMIT: '4GiB' }
const bin = (name: string) => resolve(PROGRAMS, name)
/** The programs are scripts that look for `node`: they must find ours, not the machine's. */
const env = { ...process.env, FORCE_COLOR: '0', PATH: [PROGRAMS, process.env.PATH].join(delimiter) }

function vitestReport(file: string): Report {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
    readFileSync(file, 'utf8'),
  ) as JsonTestResults
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter(test => test.status === 'failed')
    // A file that could not be loaded has no tests.
    if (status === 'failed' && failed.length === 0) return [told(name, 'the whole file', message)]
    return failed.map(test => told(name, test.fullName, test.failureMessages?.[0]))
  })
  const flaky = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      // The message of the first try.
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages?.length)
      .map(test => told(name, test.fullName, test.failureMessages?.[0])),
  )
  const skipped = numPendingTests + numTodoTests
  return { count: { passed: numPassedTests, failed: numFailedTests, skipped }, failures, flaky }
}

function playwrightReport(file: string): Report {
  const { stats, suites, errors } = JSON.parse(readFileSync(file, 'utf8')) as JSONReport
  const specsOf = (suite: JSONReportSuite): JSONReportSpec[] => [
    ...suite.specs,
    ...(suite.suites ?? []).flatMap(specsOf),
  ]
  const specs = suites.flatMap(specsOf)
  const failed = specs.filter(spec => !spec.ok)
  const flaky = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
  const toldOf = (spec: JSONReportSpec) => {
    const result = spec.tests.flatMap(test => test.results).find(({ error }) => error)
    const shown = (result?.attachments ?? []).filter(attached => attached.name === SHOWN_PAGE)
    const pages = shown.map(({ body = '' }) => pageIn(Buffer.from(body, 'base64').toString()))
    const name = `e2e/${spec.file}:${spec.line}`
    return [told(name, spec.title, result?.error?.message), ...pages].join('\n')
  }
  return {
    count: { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped },
    flaky: flaky.map(toldOf),
    failures: [
      ...errors.map(({ message }) => told('e2e', 'outside of a story', message)),
      ...failed.map(toldOf),
    ],
  }
}

/**
 * What a page showed when a story failed: its address, its errors, and its end, because the menu comes first and dialogs
 * come last.
 */
function pageIn(shown: string): string {
  const lines = shown.split('\n').filter(line => !line.includes('- /url:'))
  const drawnFrom = lines.findIndex(line => line.startsWith('- '))
  const [head, drawn] = [lines.slice(0, drawnFrom), lines.slice(drawnFrom)]
  return [...head, ...drawn.slice(-PAGE_LINES)].map(line => `      ${line}`).join('\n')
}
const PAGE_LINES = 120

/** A failed test in a few lines: where it is, what it says about the farm, and how it failed. */
function told(file: string, test: string, message = ''): string {
  const lines = stripVTControlCharacters(message).split('\n')
  const why = lines.filter(line => !/node_modules|new Promise/.test(line)).slice(0, TOLD_LINES)
  return [`✗ ${relative('.', file)}: ${test}`, ...why.map(line => `    ${line}`)].join('\n')
}
/** The whole message is in the step's own output. */
const TOLD_LINES = 8

function vitest(project: string, cores: number): Step {
  const file = `${REPORTS}/${project}.json`
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  return {
    name: project,
    cores,
    command: [bin('vitest'), 'run', '--project', project, ...reporters],
    report: () => vitestReport(file),
  }
}

/** Stories of these projects, each worker with its copy of the one demonstration. */
function stories(name: string, cores: number, projects: readonly string[]): Step {
  const file = `${REPORTS}/${name}.json`
  const output = ['--output', `${REPORTS}/${name}`]
  const config = ['--config', 'e2e/playwright.config.ts']
  return {
    name,
    cores,
    after: 'demonstration',
    command: [bin('playwright'), 'test', ...config, ...output, ...projects.map(each => `--project=${each}`)],
    report: () => playwrightReport(file),
    env: {
      DEMONSTRATION,
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      // Node strips the types itself: translating a thousand files takes each runner seconds.
      PW_DISABLE_TS_ESM: '1',
      NODE_OPTIONS: `--import=${QUICK_START}`,
    },
  }
}

/** What others wait for comes first, then what runs long while it waits itself. */
const steps: Step[] = [
  { name: 'build', cores: 1, command: [bin('node'), 'tools/build-web.mjs'] },
  {
    name: 'demonstration',
    cores: 1,
    after: 'build',
    command: [bin('node'), 'e2e/demonstration.ts', DEMONSTRATION],
  },
  stories('waiting', 1, ['waiting']),
  vitest('durability', 0.5),
  vitest('gateway', 0.5),
  { name: 'format', cores: 1, command: [bin('biome'), 'check', '--error-on-warnings', '.'] },
  { name: 'types', cores: 1, command: [bin('tsc'), '--noEmit', '--singleThreaded'], env: IN_GO },
  { name: 'lint', cores: 1, command: [bin('oxlint'), '--type-aware', '--deny-warnings'], env: IN_GO },
  { name: 'unused', cores: 1, command: [bin('knip')] },
  vitest('unit', 1.5),
  vitest('server', 1.5),
  vitest('web', 1),
  stories('e2e', 2, ['stories', 'screens']),
]
/** Of two cores and a half something always waits for a clock, a disk or an answer. */
const ROOM = availableParallelism() + 0.5

/** One of the two may have none of these stories. */
const only = (stories: string) => ['--grep', stories, '--pass-with-no-tests']

/** The steps, as far as a change reaches them. Quick ones, and those that read files they do not import, run in full. */
function stepsSince(commit: string): Step[] {
  const reach = reachOf(changedSince(commit))
  if (!reach) return steps
  const { files, server, durability, stories } = reach
  const byImports = [`--changed=${commit}`, '--passWithNoTests']
  const narrowed: Partial<Record<string, readonly string[] | false>> = {
    format: files.length > 0 && [...files, '--no-errors-on-unmatched'],
    lint: files.some(path => /\.tsx?$/.test(path)) && files.filter(path => /\.tsx?$/.test(path)),
    server: server === 'all' ? [] : server === 'imports' ? byImports : server.length > 0 && server,
    durability: durability && [],
    gateway:
      files.some(path => /^(?:gateway|shared|server\/(?:telemetry|farm\/settings))\//.test(path)) && [],
    web: files.some(path => /^(?:web|shared)\//.test(path)) && byImports,
    build: stories !== undefined && [],
    demonstration: stories !== undefined && [],
    waiting: stories !== undefined && only(stories),
    e2e: stories !== undefined && only(stories),
  }
  return steps.flatMap(step => {
    const more = narrowed[step.name]
    if (more === false) return []
    const command = step.name === 'format' && more ? step.command.slice(0, -1) : step.command
    return { ...step, command: [...command, ...(more ?? [])] }
  })
}

const { values, positionals } = parseArgs({
  args: process.argv.slice(2).map(arg => (arg === '--changed' ? '--changed=' : arg)),
  options: { changed: { type: 'string' } },
  allowPositionals: true,
})
const unknown = positionals.filter(name => !steps.some(step => step.name === name))
if (unknown.length > 0) {
  console.error(`No such step: ${unknown.join(', ')}. There are ${steps.map(step => step.name).join(', ')}.`)
  process.exit(2)
}
const reached = values.changed === undefined ? steps : stepsSince(beginning(values.changed || undefined))

ensureChromium()
rmSync(REPORTS, { recursive: true, force: true })
mkdirSync(REPORTS, { recursive: true })

const total: Count = { passed: 0, failed: 0, skipped: 0 }
const broken: string[] = []
const failures: string[] = []
const flaky: string[] = []
/** Runs a step; if others run beside it, its output is shown when it ends. Whether it succeeded. */
async function run(step: Step, isAlone: boolean): Promise<boolean> {
  const started = Date.now()
  const [command = '', ...args] = step.command
  const child = spawn(command, args, {
    stdio: isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...env, ...step.env },
  })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => said.push(part))
  const status = await new Promise(resolve => {
    child.on('error', resolve)
    child.on('close', resolve)
  })
  process.stdout.write(Buffer.concat(said))
  if (status !== 0) broken.push(step.name)
  try {
    const report = step.report?.()
    if (report) {
      for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += report.count[key]
      failures.push(...report.failures)
      flaky.push(...(report.flaky ?? []))
    }
  } catch {
    if (!broken.includes(step.name)) broken.push(step.name)
    console.error(`${step.name}: the runner left no report`)
  }
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  console.log(`── ${step.name}: ${status === 0 ? 'ok' : 'FAILED'} in ${seconds} s`)
  return status === 0
}

const isAsked = ({ name }: Step): boolean =>
  positionals.length === 0 ||
  positionals.includes(name) ||
  reached.some(step => step.after === name && isAsked(step))
const chosen = reached.filter(isAsked)
broken.push(...(await sideBySide(chosen, ROOM, step => run(step, chosen.length === 1))))
rmSync(DEMONSTRATION, { recursive: true, force: true })

const skipsRefused = process.env.CI === 'true' && total.skipped > 0
// Passed, but not understood: whoever sees one finds out what it raced with, or adds it to those seen before.
if (flaky.length > 0) console.error(['Needed a second try:', ...flaky].join('\n'))
const before = (JSON.parse(readFileSync('e2e/flaky.json', 'utf8')) as { story: string; seen: string }[]).map(
  ({ story, seen }) => `  ${story} (${seen})`,
)
if (before.length > 0) console.error(['Needed one before:', ...before].join('\n'))
// Repeated at the end, so that a truncated log still has it.
for (const failure of failures) console.error(failure)
if (broken.length > 0) console.error(`Failed: ${broken.join(', ')}`)
if (skipsRefused) console.error('A skipped test counts as a failure here: install what it needs.')
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(broken.length > 0 || total.failed > 0 || skipsRefused ? 1 : 0)
