import { and, eq, inArray } from 'drizzle-orm'
import type { OverhaulPlan } from '#shared/contracts/overhaul.ts'
import type { overhaulTests } from '#shared/contracts/overhaul-tests.ts'
import { deviationOf, faultsOf, isSetWell, transferFaults } from '#shared/safety-tests.ts'
import { metricByName } from '#shared/signals.ts'
import type { TestFacts } from '#shared/test-log.ts'
import { bothNames, type Text, text } from '#shared/text.ts'
import { appendEntry, sha256 } from '../../../farm/test-log/append-entry.ts'
import { asSystem } from '../../../platform/database/as-system.ts'
import type { Db } from '../../../platform/database/store.ts'
import { storedFile } from '../../../platform/database/tables/jobs.ts'
import { overhaulItem } from '../../../platform/database/tables/overhaul.ts'
import { storeOf } from '../../../platform/files/file-store.ts'
import type { Call } from '../../../platform/http/call.ts'
import { type FieldFault, refuse } from '../../../platform/http/errors.ts'
import { refuseOlder } from '../../../platform/http/versions.ts'
import { followMaintenance } from '../next-maintenance.ts'
import { keepDeed, openPlan, openRepair, planNext } from '../overhaul.finish.ts'
import { findPlan } from '../overhaul.queries.ts'
import { dated, findTest, readNow, type Tested, transfersSince } from './test-basis.ts'

type Proving = Call<typeof overhaulTests.prove>

const says = {
  alarm: text('测试报警由系统自动记录，请发出测试报警', 'A test alarm records itself. Send one'),
  transfer: text('未在数据中找到该次停电', 'No such loss of mains is in the readings'),
  seen: text('请说明发电机是否启动、风机是否运行', 'Say whether the generator started and fans ran'),
  setPoint: text('请填写温控器的设定温度', 'Enter what the thermostat is set to'),
  ranFans: text('请说明风机是否运行', 'Say whether the fans ran'),
  references: text('请至少填写一个参考值', 'Enter a reference for at least one sensor'),
  twice: text('每个传感器只能填写一次', 'Each sensor only once'),
  silent: text('该传感器现在没有读数', 'This sensor tells nothing now'),
}
const failedBy = {
  notSet: text('设定温度不合适', 'It is set wrongly'),
  noFans: text('温控器未启动风机', 'It did not run the fans'),
}

/** What was seen, and what of it did not pass. */
interface Proof {
  facts: TestFacts
  failed: Text[]
}

const fault = (field: string, message: FieldFault['message']) => refuse.invalid([{ field, message }])

async function generatorProof({ db, body }: Proving, test: Tested): Promise<Proof> {
  if (body.mainsOffAt) {
    const at = Date.parse(body.mainsOffAt)
    const found = (await transfersSince(db, test))?.find(({ mainsOffAt }) => mainsOffAt === at)
    if (!found) throw fault('mainsOffAt', says.transfer)
    const faults = faultsOf(found)
    return {
      facts: { kind: 'generator', seenBy: 'readings', ...dated(found), faults },
      failed: faults.map(each => transferFaults[each]),
    }
  }
  if (!body.seen) throw fault('seen', says.seen)
  const { started, ranFans } = body.seen
  const faults = started ? (ranFans ? [] : (['noFans'] as const)) : (['noStart'] as const)
  const unseen = { mainsOffAt: null, generatorOnAt: null, fansOnAt: null, mainsBackAt: null, fans: null }
  return {
    facts: { kind: 'generator', seenBy: 'eye', ...unseen, faults: [...faults] },
    failed: faults.map(each => transferFaults[each]),
  }
}

function thermostatProof(call: Proving, test: Tested): Proof {
  const { setPoint, ranFans } = call.body
  if (typeof setPoint !== 'number') throw fault('setPoint', says.setPoint)
  if (typeof ranFans !== 'boolean') throw fault('ranFans', says.ranFans)
  const { target } = readNow(call, test)
  const failed: Text[] = []
  if (target !== null && !isSetWell(setPoint, target)) failed.push(failedBy.notSet)
  if (!ranFans) failed.push(failedBy.noFans)
  return { facts: { kind: 'thermostat', setPoint, target, ranFans }, failed }
}

function sensorProof(call: Proving, test: Tested): Proof {
  const references = call.body.references ?? []
  if (references.length === 0) throw fault('references', says.references)
  const { probes } = readNow(call, test)
  const seen = new Set<string>()
  const compared = references.map(({ metric, reference }, i) => {
    const probe = probes.find(each => each.metric === metric)
    if (!probe) throw fault(`references.${i}.metric`, says.silent)
    if (seen.has(metric)) throw fault(`references.${i}.metric`, says.twice)
    seen.add(metric)
    return {
      readAt: probe.at,
      ...deviationOf({ metric, value: probe.value, reference }),
      metric,
      value: probe.value,
      reference,
    }
  })
  return {
    facts: {
      kind: 'sensors',
      probes: compared.map(({ metric, value, readAt, reference, deviation, limit }) => ({
        metric,
        value,
        readAt,
        reference,
        deviation,
        limit,
      })),
    },
    failed: compared.flatMap(({ metric, isOver }) => {
      const label = metricByName.get(metric)?.label
      return isOver && label ? [label] : []
    }),
  }
}

function proofOf(call: Proving, test: Tested): Proof | Promise<Proof> {
  if (test.proof === 'alarm') throw fault('id', says.alarm)
  if (test.proof === 'generator') return generatorProof(call, test)
  return test.proof === 'thermostat' ? thermostatProof(call, test) : sensorProof(call, test)
}

/** The pictures by what is in them: one that is exchanged later no longer fits the entry. */
async function hashed({ db, services }: Proving, ids: readonly string[]) {
  if (ids.length === 0) return []
  const known = await db
    .select({ id: storedFile.id })
    .from(storedFile)
    .where(and(inArray(storedFile.id, [...ids]), eq(storedFile.purpose, 'people')))
  const store = storeOf(services.config)
  const found: { id: string; sha256: string }[] = []
  for (const { id } of known) {
    const chunks: Uint8Array[] = []
    for await (const chunk of (await store.read(id)) ?? []) chunks.push(chunk as Uint8Array)
    found.push({ id, sha256: sha256(Buffer.concat(chunks)) })
  }
  return found
}

/** Both names of an item. */
export async function itemNames(db: Db, itemId: string): Promise<Text> {
  const [item] = await db.select().from(overhaulItem).where(eq(overhaulItem.id, itemId))
  return bothNames(item ?? { chineseName: '', englishName: '' })
}

/** Records a test with its proof: an entry of the log, a line of the plan's timeline, a repair for what failed. */
export async function prove(call: Proving): Promise<OverhaulPlan> {
  const { db, body, viewer, language, services } = call
  const { row: locked } = await openPlan(call)
  const test = await findTest(call)
  refuseOlder(body, test.plan.version, test.plan)
  const { facts, failed } = await proofOf(call, test)
  const { note, pictures } = body
  const { plan } = test
  const names = await itemNames(db, locked.itemId)
  const hashes = await hashed(call, pictures)
  const { accountId, actualName } = viewer
  const { number } = await asSystem(db, viewer.scope, () =>
    appendEntry(db, services.config.appSecret, {
      officePath: test.officePath,
      at: new Date(),
      house: plan.house,
      item: names,
      isPassed: failed.length === 0,
      facts,
      pictures: hashes,
      people: [{ accountId, name: actualName, words: note }],
    }),
  )
  const reading = `№ ${number}`
  const repairId =
    failed.length > 0
      ? await openRepair(call, plan, { note, reading, pictures, failed: failed.map(each => each[language]) })
      : null
  const checks =
    failed.length > 0
      ? failed.map(each => ({ text: each, isFailed: true }))
      : [{ text: names, isFailed: false }]
  await keepDeed(call, locked, { checks, reading, note, pictures, repairId })
  await planNext(db, locked)
  await followMaintenance(call, locked.farmPath)
  return findPlan(call, locked.id)
}
