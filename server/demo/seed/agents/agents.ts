import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { agentArea } from '#shared/contracts/agent-area.ts'
import { agentMaterials } from '#shared/contracts/agent-materials.ts'
import { XLSX } from '#shared/excel.ts'
import { STATEMENT_VERSION } from '#shared/service-statement.ts'
import { newId } from '../../../platform/database/ids.ts'
import { readMark, writeMark } from '../../../platform/database/marks.ts'
import { agentMaterial, category, storedFile } from '../../../platform/database/schema.ts'
import { ROOT_PATH } from '../../../platform/database/scope.ts'
import { writeWorkbook } from '../../../platform/excel/write-workbook.ts'
import { filesFolder } from '../../../platform/files/stored-files.ts'
import type { OwnerDb } from '../accounts.ts'
import { addTickets, type DemoEntry, type DemoTicket } from '../demo-tickets.ts'
import { demoOfficeId } from '../offices.ts'
import { type DemoMaterial, demoMaterials, materialCategories } from './demo-materials.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const FOREVER = new Date('9999-12-31')
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

interface Asked {
  region: string
  phone: string
  about: string
  territory?: string
}
const applied = (asked: Asked, entries: readonly [DemoEntry, ...DemoEntry[]]): DemoTicket => ({
  columns: {
    ...asked,
    territory: asked.territory ?? '',
    statement: STATEMENT_VERSION,
    state: asked.territory === undefined ? 'pending' : 'passed',
  },
  waits: asked.territory === undefined,
  entries,
})

/** Days until each agent's rights end. */
const ends = { agent: 190, mekong: 24 } as const

const agencies: readonly DemoTicket[] = [
  applied(
    {
      region: '河北、山东',
      phone: '+86 311 5550 1100',
      about: '十二年养殖设备销售与安装，六名售后工程师，石家庄有备件库。',
      territory: '河北、山东',
    },
    [
      ['agent', 'create', 4400],
      ['admin', 'grant', 4390, `${dayIn(ends.agent)} · 河北、山东`],
    ],
  ),
  applied(
    {
      region: 'Vietnam and Indonesia',
      phone: '+84 24 5555 0161',
      about: 'Service of layer houses since 2015, four engineers in Hanoi, one in Jakarta.',
      territory: 'Vietnam, Indonesia',
    },
    [
      ['mekong.linh', 'create', 8200],
      ['admin', 'grant', 8190, `${dayIn(ends.mekong)} · Vietnam, Indonesia`],
    ],
  ),
  applied(
    {
      region: 'Central Thailand',
      phone: '+66 36 555 0110',
      about: 'Our own houses run on your controllers. Six farms around Lop Buri ask us for the same.',
    },
    [['siam', 'create', 5]],
  ),
]

/** Agents, a pending application, and the agents' reading material; once in the life of a demonstration. */
export async function addAgents(client: Client, db: OwnerDb, dataDir: string): Promise<void> {
  if (await readMark(client, 'agents')) return
  await addSecondAgent(client)
  // A demonstration from before has agents that never applied.
  await client.query('delete from agency where office_id = any($1)', [Object.keys(ends).map(demoOfficeId)])
  await addTickets(client, { table: 'agency', module: 'agents', prefix: 'AG' }, agencies)
  for (const [key, days] of Object.entries(ends))
    await client.query('update office set agent_ends_on = $2 where id = $1', [demoOfficeId(key), dayIn(days)])
  await addMaterials(client, db, dataDir)
  await writeMark(client, 'agents', 'seeded')
}

/** A person at the second agent; no password fits. */
async function addSecondAgent(client: Client): Promise<void> {
  const id = newId()
  await client.query(
    `insert into account (id, office_id, office_path, username, username_key, email, email_key, password_hash, kind,
      actual_name, language, last_active_at)
     select $1, id, path, $2, $2, $3, $3, '-', 3, 'Tran Thi Linh', 'en-US', $4 from office where id = $5`,
    [
      id,
      'mekong.linh',
      'mekong.linh@example.com',
      new Date(Date.now() - 20 * HOUR_MS),
      demoOfficeId('mekong'),
    ],
  )
  await client.query(
    `insert into account_role (account_id, role_id, office_path)
     select a.id, r.id, a.office_path from account a join role r on r.key = 'agent' where a.id = $1`,
    [id],
  )
}

async function addMaterials(client: Client, db: OwnerDb, dataDir: string): Promise<void> {
  const ids = new Map(Object.keys(materialCategories).map(key => [key, newId()]))
  await db.insert(category).values(
    Object.entries(materialCategories).map(([key, [chineseName, englishName]], position) => ({
      id: ids.get(key) ?? '',
      officePath: ROOT_PATH,
      family: 'agent-materials',
      position,
      chineseName,
      englishName,
    })),
  )
  for (const material of demoMaterials)
    await addMaterial(client, db, dataDir, material, ids.get(material.category) ?? '')
}

async function addMaterial(
  client: Client,
  db: OwnerDb,
  dataDir: string,
  material: DemoMaterial,
  categoryId: string,
): Promise<void> {
  const { name, note, edition, released, readers = [] } = material
  const [id, file] = [newId(), newId()]
  const at = new Date(Date.now() - (released ?? 2) * DAY_MS)
  await db.insert(agentMaterial).values({
    id,
    officePath: ROOT_PATH,
    categoryId,
    chineseName: name[0],
    englishName: name[1],
    chineseNote: note[0],
    englishNote: note[1],
    edition,
    files: [file],
    status: released === undefined ? 'draft' : 'released',
    releasedAt: released === undefined ? null : at,
    createdAt: at,
    updatedAt: at,
  })
  await addTable(db, dataDir, material, { id: file, attachedTo: id })
  for (const [who, hours, read = edition] of readers)
    await client.query(
      `insert into agent_material_reading (material_id, account_id, office_path, edition, read_at)
       select $1, id, office_path, $2, $3 from account where username_key = $4`,
      [id, read, new Date(Date.now() - hours * HOUR_MS), who],
    )
}

/** The table of a material, as its file. */
async function addTable(
  db: OwnerDb,
  dataDir: string,
  { name, edition, released, rows }: DemoMaterial,
  { id, attachedTo }: { id: string; attachedTo: string },
): Promise<void> {
  mkdirSync(filesFolder(dataDir), { recursive: true, mode: 0o700 })
  const path = join(filesFolder(dataDir), id)
  const [titles = [], ...cells] = rows
  const columns = titles.map((title, i) => {
    const isNumber = cells.every(row => typeof row[i] === 'number')
    return { title: String(title), kind: isNumber ? ('number' as const) : ('text' as const) }
  })
  await writeWorkbook(path, [{ name: name[0], columns, rows: [cells] }], 'Asia/Shanghai', 'zh-CN')
  await db.insert(storedFile).values({
    id,
    officePath: ROOT_PATH,
    purpose: 'people',
    name: `${name[1]} ${edition}.xlsx`,
    type: XLSX,
    size: statSync(path).size,
    needs: [],
    scopeLo: ROOT_PATH,
    scopeFarm: '',
    shared: [],
    expiresAt: FOREVER,
    attachedTo,
    access: [agentMaterials.get.access, agentArea.opened.access],
    isReleased: released !== undefined,
  })
}
