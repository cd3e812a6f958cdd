import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { goods } from '#shared/contracts/goods.ts'
import { mall } from '#shared/contracts/mall.ts'
import { modelKeysIn } from '#shared/machine-fit.ts'
import type { Part } from '#shared/parts.ts'
import { newId } from '../../../platform/database/ids.ts'
import { readMark, writeMark } from '../../../platform/database/marks.ts'
import { category, good, goodVariant, storedFile } from '../../../platform/database/schema.ts'
import { ROOT_PATH } from '../../../platform/database/scope.ts'
import { filesFolder } from '../../../platform/files/stored-files.ts'
import type { OwnerDb } from '../accounts.ts'
import { demoOfficeId } from '../offices.ts'
import { demoModels, demoParts, demoPrices, demoSizes, demoSpecifications } from './demo-good-parts.ts'
import { demoGoods, goodClasses, type SeededGood } from './demo-goods.ts'
import { type GoodDrawing, goodDrawings } from './good-drawings.ts'

const FOREVER = new Date('9999-12-31')
const HOUR_MS = 3_600_000

/** Fills the mall, once in the life of a demonstration. */
export async function addGoods(client: Client, db: OwnerDb, dataDir: string): Promise<void> {
  if (await readMark(client, 'goods')) return
  const classes = new Map(goodClasses.map(([key]) => [key, newId()]))
  await db.insert(category).values(
    goodClasses.map(([key, chineseName, englishName, above], position) => ({
      id: classes.get(key) ?? '',
      officePath: ROOT_PATH,
      family: 'goods',
      chineseName,
      englishName,
      position,
      aboveId: above === undefined ? null : (classes.get(above) ?? null),
    })),
  )
  for (const [number, seeded] of demoGoods.entries())
    await addGood(db, dataDir, seeded, { categoryId: classes.get(seeded[2]) ?? null, number })
  for (const [code, buyer, price] of demoPrices)
    await client.query(
      `insert into good_price (id, good_id, office_path, buyer_path, price, currency)
       select $1, g.id, g.office_path, o.path, $2, g.currency from good g, office o where g.code = $3 and o.id = $4`,
      [newId(), price, code, demoOfficeId(buyer)],
    )
  await writeMark(client, 'goods', 'seeded')
}

async function addGood(
  db: OwnerDb,
  dataDir: string,
  [code, drawing, , machines, names, summary, price, unit, stock]: SeededGood,
  { categoryId, number }: { categoryId: string | null; number: number },
): Promise<void> {
  const [id, picture] = [newId(), newId()]
  // The first in the list are the newest.
  const at = new Date(Date.now() - (number + 1) * HOUR_MS)
  await db.insert(good).values({
    id,
    officePath: ROOT_PATH,
    code,
    chineseName: names[0],
    englishName: names[1],
    chineseSummary: summary[0],
    englishSummary: summary[1],
    categoryId,
    pictures: [picture],
    unit,
    price,
    stock,
    machines: [...machines],
    models: demoModels[code] ?? '',
    modelKeys: modelKeysIn(demoModels[code] ?? ''),
    ...partOf(code),
    specifications: demoSpecifications[code] ?? [],
    status: 'released',
    createdAt: at,
    updatedAt: at,
  })
  const sizes = demoSizes[code] ?? []
  if (sizes.length > 0)
    await db.insert(goodVariant).values(
      sizes.map(([code, chineseName, englishName, price, stock], position) => {
        const names = { chineseName, englishName }
        return { id: newId(), goodId: id, officePath: ROOT_PATH, code, ...names, price, stock, position }
      }),
    )
  await addDrawing(db, dataDir, { id: picture, goodId: id, drawing })
}

function partOf(code: string): Pick<typeof good.$inferInsert, 'part' | 'perMachine'> {
  const [part, perMachine = null] = [demoParts[code] ?? null].flat() as [Part | null, number?]
  return { part, perMachine }
}

/** A drawing, as the picture of its good. */
async function addDrawing(
  db: OwnerDb,
  dataDir: string,
  { id, goodId, drawing }: { id: string; goodId: string; drawing: GoodDrawing },
): Promise<void> {
  const bytes = Buffer.from(goodDrawings[drawing])
  mkdirSync(filesFolder(dataDir), { recursive: true, mode: 0o700 })
  writeFileSync(join(filesFolder(dataDir), id), bytes, { mode: 0o600 })
  await db.insert(storedFile).values({
    id,
    officePath: ROOT_PATH,
    purpose: 'people',
    name: `${drawing}.svg`,
    type: 'image/svg+xml',
    size: bytes.length,
    needs: [],
    scopeLo: ROOT_PATH,
    scopeFarm: '',
    shared: [],
    expiresAt: FOREVER,
    attachedTo: goodId,
    access: [goods.get.access, mall.read.access],
    isReleased: true,
  })
}
