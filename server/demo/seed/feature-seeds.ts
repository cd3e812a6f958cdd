import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Client } from 'pg'
import { readMark, writeMark } from '../../platform/database/marks.ts'
import type { Seed } from '../../platform/database/seed.ts'

const features = join(import.meta.dirname, '../../features')

/** Writes the features' initial data, as far as this database has not had it yet. In a transaction of the system. */
export async function addFeatureSeeds(client: Client): Promise<void> {
  for (const file of globSync('*/*.seed.ts', { cwd: features }).toSorted()) {
    const { seed } = (await import(pathToFileURL(join(features, file)).href)) as { seed: Seed }
    if (await readMark(client, seed.mark)) continue
    await seed.write(drizzle({ client }))
    await writeMark(client, seed.mark, 'seeded')
  }
}
