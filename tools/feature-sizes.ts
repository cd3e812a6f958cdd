import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Prints the size of each feature: files and lines of its folders on both sides, its contract and its seed, including tests
 * and texts. `npm run sizes`
 */
const root = dirname(import.meta.dirname)
const patterns = (name: string) => [
  `{server,web}/features/${name}/**/*.*`,
  `shared/contracts/${name}.ts`,
  `shared/${name}.ts`,
  `server/demo/seed/${name}.ts`,
]
const linesIn = (file: string) => readFileSync(`${root}/${file}`, 'utf8').split('\n').length - 1

const names = new Set(
  globSync('{server,web}/features/*', { cwd: root }).map(path => path.split('/').at(-1) ?? ''),
)
const sizes = [...names].map(name => {
  const files = patterns(name).flatMap(pattern => globSync(pattern, { cwd: root }))
  return { name, files: files.length, lines: files.reduce((sum, file) => sum + linesIn(file), 0) }
})
for (const { name, files, lines } of sizes.toSorted((a, b) => a.lines - b.lines))
  console.log(`${name.padEnd(24)}${String(files).padStart(4)} files${String(lines).padStart(7)} lines`)
const sum = (of: 'files' | 'lines') => sizes.reduce((all, size) => all + size[of], 0)
console.log(
  `${'all'.padEnd(24)}${String(sum('files')).padStart(4)} files${String(sum('lines')).padStart(7)} lines`,
)
