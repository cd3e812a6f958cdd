import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeDemonstration } from './demonstration.ts'

/** Makes the demonstration of which all stories start with a copy, unless `DEMONSTRATION` names one. */
export default async function setUp(): Promise<(() => void) | undefined> {
  if (process.env.DEMONSTRATION) return
  const folder = mkdtempSync(join(tmpdir(), 'smart-farm-demonstration-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    await makeDemonstration(folder)
  } catch (error) {
    remove()
    throw error
  }
  process.env.DEMONSTRATION = folder
  return remove
}
