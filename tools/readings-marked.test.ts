import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Takes a value that a device told, as the live store has it. */
const READS = /\b(?:useReading|useFromReadings|useNumber)\(/
/** Says of a value whether it is believed, or leaves out what is in doubt. */
const TELLS = /\b(?:ReadingMark|AboutMark|useAboutReading|useFromBelieved|useDoubts|believedOf)\b/

/** Screens that show no value of a probe or a meter, and what they show. */
const without: Readonly<Record<string, string>> = {
  'web/features/house-monitor/by-hand.tsx': 'switches and modes of the controller',
  'web/features/house-monitor/cause-line.tsx': 'whether it is cold outside, in words',
  'web/features/house-monitor/controller-card.tsx': 'levels, modes and the clock of the controller',
  'web/features/house-monitor/ventilation-says.tsx': 'modes and fans of the controller',
  'web/features/settings/level-page.tsx': 'the level that the controller runs',
  'web/features/settings/target-now.tsx': 'the target, which is a setting',
}

test('every screen that reads a value of a device says whether it is believed, or it is known why not', () => {
  const reading = globSync(['web/features/**/*.{ts,tsx}', 'web/components/**/*.{ts,tsx}'], { cwd: root })
    .filter(file => !/\.test\.|\/testing\//.test(file))
    .map(file => ({ file, text: readFileSync(`${root}${file}`, 'utf8') }))
    .filter(({ text }) => READS.test(text))
  expect(reading.length).toBeGreaterThan(15)
  const silent = reading.filter(({ text }) => !TELLS.test(text)).map(({ file }) => file)
  expect(silent.toSorted()).toEqual(Object.keys(without).toSorted())
})
