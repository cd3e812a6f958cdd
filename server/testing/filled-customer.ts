import { eq, getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { type ArticleFamily, articleFamilies, sortedFamilies } from '#shared/articles.ts'
import { buildGood } from '../farm/goods/testing/build-goods.ts'
import { buildAgency, buildAgentCategory, buildMaterial } from '../features/agents/agents.fixture.ts'
import { buildTemplateOfAnswer } from '../features/answer-templates/answer-templates.fixture.ts'
import { buildArticle, buildCategory } from '../features/articles/articles.fixture.ts'
import { buildCageType } from '../features/cage-types/cage-types.fixture.ts'
import { buildChartView } from '../features/chart-views/chart-views.fixture.ts'
import { buildGoodCategory, buildMiss, buildSynonym } from '../features/goods/goods.fixture.ts'
import { buildFollowed, buildProgramme } from '../features/health-programmes/health-programmes.fixture.ts'
import { buildInquiry } from '../features/inquiries/inquiries.fixture.ts'
import { buildProduct } from '../features/iot-products/iot-products.fixture.ts'
import { buildOrder } from '../features/orders/orders.fixture.ts'
import { buildPlan } from '../features/overhaul/overhaul.fixture.ts'
import { buildOverhaulItem } from '../features/overhaul/overhaul-items.fixture.ts'
import { buildPush } from '../features/overhaul/overhaul-pushes.fixture.ts'
import { buildTest } from '../features/overhaul/overhaul-tests.fixture.ts'
import { buildListedPrice, buildPriceList } from '../features/price-lists/price-lists.fixture.ts'
import { buildQuestion } from '../features/questions/questions.fixture.ts'
import { buildRepair } from '../features/repairs/repairs.fixture.ts'
import { buildSchedule, DAILY } from '../features/report-schedules/report-schedules.fixture.ts'
import { buildEntry } from '../features/test-log/test-log.fixture.ts'
import { buildWebhook } from '../features/webhooks/webhooks.fixture.ts'
import { newId } from '../platform/database/ids.ts'
import * as tables from '../platform/database/schema.ts'
import { SYSTEM } from '../platform/database/store.ts'
import { tenancy } from '../platform/database/tenancy.ts'
import { buildAlarmRule, buildDuty } from './alarm-rules.ts'
import type { TestApp } from './app.ts'
import { buildCamera } from './cameras.ts'
import {
  buildAlarm,
  buildCustomer,
  buildDepartment,
  buildDevice,
  buildExchange,
  buildFlock,
  buildGroup,
  buildHouse,
  buildMove,
  buildNotice,
  buildReadingImport,
  buildRecord,
  buildRefused,
  buildRole,
  buildSettingChange,
  buildStandard,
  buildTemplate,
  buildUser,
} from './farm-builder.ts'
import { buildAccount, buildFeedEntry, buildHygieneEntry } from './house-entries.ts'
import { buildClip, buildClipLink, filmedDay } from './recordings.ts'
import type { SeededOffice } from './store.ts'
import { CHANGE, tellSettings } from './told-settings.ts'

/** The last operation history row of an office, by its id. */
const entries = new Map<string, string>()

/** One of everything a customer can have; every name contains the mark. */
export async function fillCustomer({ services }: TestApp, office: SeededOffice, mark: string) {
  const db = services.store.scoped(SYSTEM)
  const named = (code: string) => ({ code: `${mark}-${code}-${newId()}`, name: `${mark} ${code}` })
  const gateway = await buildDevice(services, office, named('gateway'))
  const [controller, spare] = [
    await buildDevice(services, office, {
      ...named('controller'),
      type: 'controller',
      gatewayId: gateway.id,
    }),
    await buildDevice(services, office, { ...named('spare'), type: 'controller' }),
  ]
  const group = await buildGroup(services, office, `${mark} group`)
  const cage = await buildCageType(services, { officePath: office.path, englishName: `${mark} cage` })
  const product = await buildProduct(services, { officePath: office.path, englishName: `${mark} product` })
  const read = await Promise.all(
    articleFamilies.map(family =>
      buildArticle(services, family, { officePath: office.path, englishTitle: `${mark} article` }),
    ),
  )
  const sorted = await Promise.all(
    sortedFamilies.map(family =>
      buildCategory(services, family, { officePath: office.path, englishName: `${mark} category` }),
    ),
  )
  const house = await buildHouse(services, office, {
    name: `${mark} house`,
    latitude: 36.71,
    longitude: 119.1,
    deviceIds: [controller.id],
    groupId: group.id,
    cageTypeId: cage.id,
    breed: mark,
  })
  const [entry] = await db
    .insert(tables.operationHistory)
    .values({
      officePath: office.path,
      subjectPath: office.path,
      actorId: mark,
      actorName: mark,
      module: 'devices',
      type: 'update',
      description: { 'zh-CN': mark, 'en-US': mark },
    })
    .returning()
  entries.set(office.id, String(entry?.id))
  const owned = { deviceId: gateway.id, officePath: office.path }
  await db.insert(tables.deviceConnection).values({ ...owned, event: 'nbirth', detail: mark })
  await db.insert(tables.gatewayPairing).values({
    ...owned,
    codeHash: `${mark} ${newId()}`,
    expiresAt: new Date(),
    usedAt: new Date(),
    usedFrom: mark,
    usedBy: mark,
  })
  await db.insert(tables.signalLook).values({
    id: newId(),
    houseId: house.id,
    officePath: office.path,
    actorName: mark,
    total: 1,
    open: [mark],
  })
  await buildRefused(services, office, {
    deviceId: gateway.id,
    topic: mark,
    reason: mark,
    payload: Buffer.from(mark),
  })
  const alarm = await buildAlarm(services, office, {
    subjectId: controller.id,
    houseIds: [house.id],
    handledBy: mark,
  })
  await db.insert(tables.alarmEvent).values({
    id: newId(),
    alarmId: alarm.id,
    officePath: office.path,
    farmPath: alarm.farmPath,
    kind: 'answer',
    answer: 'seen',
    via: 'app',
    actorName: mark,
  })
  await db.insert(tables.houseCode).values({
    houseId: house.id,
    officePath: office.path,
    farmPath: alarm.farmPath,
    codeHash: mark,
    sealedCode: mark,
    oldHashes: [mark],
  })
  const holiday = newId()
  await db.insert(tables.alarmHoliday).values({
    id: holiday,
    officePath: office.path,
    farmPath: alarm.farmPath,
    fromOn: '2026-12-25',
    untilOn: '2026-12-26',
    name: mark,
  })
  const [person] = await db
    .select({ id: tables.account.id })
    .from(tables.account)
    .where(eq(tables.account.officePath, office.path))
    .orderBy(tables.account.createdAt)
    .limit(1)
  if (person)
    await buildNotice(services, office, person.id, {
      title: { 'zh-CN': mark, 'en-US': mark },
      subjectId: alarm.id,
    })
  const [job] = person
    ? await db
        .insert(tables.job)
        .values({
          id: newId(),
          accountId: person.id,
          officePath: office.path,
          source: mark,
          kind: 'import',
          list: 'houses',
          step: 'check',
          state: 'checked',
          request: {},
          language: 'en-US',
          timeZone: 'UTC',
          expiresAt: new Date(Date.now() + 3_600_000),
          summary: {
            rows: 1,
            valid: 1,
            faulty: 0,
            columns: [],
            unknown: [],
            isAnew: false,
            written: null,
          },
        })
        .returning()
    : []
  const role = await buildRole(services, office, { englishName: `${mark} role` })
  const part = await buildDepartment(services, office, `${mark} part`)
  const own = {
    accountId: person?.id ?? '',
    officePath: office.path,
    expiresAt: new Date(Date.now() + 60_000),
  }
  const [session, token, wall] = [newId(), newId(), newId()]
  if (person) {
    await db
      .insert(tables.session)
      .values({ ...own, id: session, tokenHash: `hash of ${session}`, userAgent: mark })
    await db.insert(tables.apiToken).values([
      { ...own, id: token, tokenHash: `hash of ${token}`, name: mark, permissions: [] },
      { ...own, id: wall, tokenHash: `hash of ${wall}`, name: mark, permissions: [], isWall: true },
    ])
    const { accountId, officePath } = own
    await db.insert(tables.pushSubscription).values({
      sessionId: session,
      accountId,
      officePath,
      p256dh: mark,
      auth: mark,
      endpoint: `https://push.farm.example/${mark}/${session}`,
    })
    await db
      .insert(tables.personWay)
      .values({ accountId, way: 'push', officePath, provenAt: new Date() })
      .onConflictDoNothing()
  }
  const view = person ? await buildChartView(services, own, mark) : ''
  const schedule = person ? (await buildSchedule(services, own, { officeId: office.id })).id : ''
  const user = await buildUser(services, office, { actualName: `${mark} user` })
  tellSettings(services, controller.id)
  const change = await buildSettingChange(services, office, {
    deviceId: controller.id,
    houseId: house.id,
    actorName: mark,
    reason: mark,
  })
  const imported = await buildReadingImport(services, office, { houseId: house.id, source: mark })
  const exchange = await buildExchange(services, office, { houseId: house.id, deviceId: controller.id })
  const template = await buildTemplate(services, office, {
    houseType: house.type,
    // An office is filled more than once, and names and numbers per group are limited.
    group: 'cooling',
    name: `${mark} ${newId()}`,
    actorName: mark,
  })
  const inquiry = await buildInquiry(services, office, { text: mark, authorName: mark })
  const order = await buildOrder(services, office, { content: mark, authorName: mark })
  const question = await buildQuestion(services, office, { text: mark, authorName: mark })
  const flock = await buildFlock(services, office, {
    houseId: house.id,
    note: mark,
    endedOn: '2026-03-01',
  })
  const feedLine = await buildFeedEntry(services, office, { houseId: house.id, note: mark, supplier: mark })
  const cleaned = await buildHygieneEntry(services, office, { houseId: house.id, note: mark, agent: mark })
  await buildAccount(services, office, { flockId: flock.id, note: mark })
  const programme = await buildProgramme(services, office, { name: `${mark} ${newId()}` })
  await buildFollowed(services, office, { flockId: flock.id, programme })
  const record = await buildRecord(services, office, { flockId: flock.id, day: '2026-01-15', note: mark })
  const second = await buildFlock(services, office, {
    houseId: (await buildHouse(services, office)).id,
    endedOn: '2026-03-01',
  })
  const move = await buildMove(services, office, {
    fromFlockId: flock.id,
    toFlockId: second.id,
    reason: mark,
    actorName: mark,
  })
  const standard = await buildStandard(services, office, { name: `${mark} ${newId()}`, source: mark })
  const good = await buildGood(services, { officePath: office.path, englishName: `${mark} good` })
  if (person) {
    const line = { accountId: person.id, officePath: office.path, goodId: good.id }
    const { code, chineseName, englishName } = good
    await db.insert(tables.goodFavourite).values({ ...line, id: newId(), code, chineseName, englishName })
    await db.insert(tables.basketLine).values({ ...line, id: newId(), quantity: 1 })
  }
  const priceList = await buildPriceList(services, [office], {
    officePath: office.path,
    name: `${mark} prices ${newId()}`,
  })
  const listed = await buildListedPrice(services, office)
  const goodCategory = await buildGoodCategory(services, { officePath: office.path })
  const answer = await buildTemplateOfAnswer(services, { officePath: office.path, name: `${mark} answer` })
  const synonym = await buildSynonym(services, { officePath: office.path, englishWords: `${mark} words` })
  const miss = await buildMiss(services, { officePath: office.path, words: `${mark} ${newId()}` })
  const repair = await buildRepair(services, office, { title: mark, authorName: mark })
  const item = await buildOverhaulItem(services, { officePath: office.path, englishName: `${mark} item` })
  const plan = await buildPlan(services, office, { houseId: house.id, itemId: item.id })
  const push = await buildPush(services, office, { englishText: mark })
  const testPlan = await buildTest(services, office, 'thermostat', { houseId: house.id })
  const tested = await buildEntry(services, office, mark)
  const agency = await buildAgency(services, office, { standing: 'passed', about: mark })
  const material = await buildMaterial(services, { officePath: office.path, englishName: `${mark} material` })
  const refused = await buildCustomer(services, office, { approval: 'rejected', refusedBecause: mark })
  const materialCategory = await buildAgentCategory(services, { officePath: office.path })
  const rule = await buildAlarmRule(services, office, { name: mark, houseId: house.id })
  const duty = await buildDuty(services, office, { accountId: user.id, note: mark })
  const camera = await buildCamera(services, office, { ...named('camera'), houseId: house.id })
  const clip = await buildClip(services, office, {
    name: mark,
    channelName: mark,
    channelId: camera.id,
    houseId: house.id,
  })
  const clipLink = await buildClipLink(services, clip)
  const hook = await buildWebhook(services, office, { name: mark, ownerId: user.id })
  return {
    office,
    agency,
    refused,
    material,
    materialCategory,
    gateway,
    controller,
    spare,
    house,
    group,
    cage,
    product,
    alarm,
    job,
    role,
    user,
    session,
    token,
    wall,
    part,
    change,
    template,
    exchange,
    imported,
    inquiry,
    order,
    question,
    read,
    sorted,
    flock,
    record,
    move,
    standard,
    programme,
    feedLine,
    cleaned,
    repair,
    good,
    priceList,
    listed,
    goodCategory,
    synonym,
    answer,
    miss,
    item,
    plan,
    push,
    testPlan,
    tested,
    rule,
    duty,
    holiday,
    camera,
    clip,
    clipLink,
    hook,
    schedule,
    view,
  }
}
export type Filled = Awaited<ReturnType<typeof fillCustomer>>

/** What a family of articles has in its modules. */
const ofFamily = (family: ArticleFamily) => {
  const articleOf = ({ read }: Filled) => read.find(row => row.family === family)?.id ?? ''
  return {
    [`${family}-reading`]: articleOf,
    [`${family}-articles`]: articleOf,
    [`${family}-categories`]: ({ sorted }: Filled) => sorted.find(row => row.family === family)?.id ?? '',
  }
}
/** What `:id` stands for by module; a new contract with an id adds its line. */
export const subjects: Record<string, (customer: Filled) => string> = {
  devices: ({ spare }) => spare.id,
  houses: ({ house }) => house.id,
  'house-readings': ({ imported }) => imported.id,
  weather: ({ office }) => `${office.id}~36.7~119.1`,
  'house-groups': ({ group }) => group.id,
  alarms: ({ alarm }) => alarm.id,
  'alarm-rules': ({ rule }) => rule.id,
  'alarm-duties': ({ duty }) => duty.id,
  'house-codes': ({ house }) => house.id,
  'alarm-holidays': ({ holiday }) => holiday,
  jobs: ({ job }) => job?.id ?? '',
  'opera-history': ({ office }) => entries.get(office.id) ?? '',
  roles: ({ role }) => role.id,
  departments: ({ part }) => part.id,
  'open-sessions': ({ session }) => session,
  'api-tokens': ({ token }) => token,
  webhooks: ({ hook }) => hook.id,
  cameras: ({ camera }) => camera.id,
  'camera-channels': ({ camera }) => camera.id,
  'camera-clips': ({ clip }) => clip.id,
  'camera-recordings': ({ camera }) => camera.id,
  'report-schedules': ({ schedule }) => schedule,
  'chart-views': ({ view }) => view,
  'data-screen': ({ wall }) => wall,
  users: ({ user }) => user.id,
  settings: ({ house }) => house.id,
  inquiries: ({ inquiry }) => inquiry.id,
  orders: ({ order }) => order.id,
  questions: ({ question }) => question.id,
  ...Object.assign({}, ...articleFamilies.map(ofFamily)),
  flocks: ({ flock }) => flock.id,
  'flock-records': ({ flock }) => flock.id,
  'flock-moves': ({ move }) => move.id,
  'breed-standards': ({ standard }) => standard.id,
  'health-programmes': ({ programme }) => programme.id,
  'flock-health': ({ flock }) => flock.id,
  'flock-accounts': ({ flock }) => flock.id,
  'feed-book': ({ feedLine }) => feedLine.id,
  hygiene: ({ cleaned }) => cleaned.id,
  repairs: ({ repair }) => repair.id,
  mall: ({ good }) => good.id,
  goods: ({ good }) => good.id,
  'price-lists': ({ priceList }) => priceList.id,
  'good-categories': ({ goodCategory }) => goodCategory.id,
  'search-synonyms': ({ synonym }) => synonym.id,
  'answer-templates': ({ answer }) => answer.id,
  'search-misses': ({ miss }) => miss.id,
  'good-favourites': ({ good }) => good.id,
  agents: ({ agency }) => agency.id,
  'agent-materials': ({ material }) => material.id,
  'agent-categories': ({ materialCategory }) => materialCategory.id,
  'agent-area': ({ material }) => material.id,
  'agent-customers': ({ refused }) => refused.id,
  overhaul: ({ plan }) => plan.id,
  'overhaul-items': ({ item }) => item.id,
  'overhaul-pushes': ({ push }) => push.id,
  'overhaul-tests': ({ testPlan }) => testPlan.id,
  'overhaul-parts': ({ testPlan }) => testPlan.id,
  'repair-parts': ({ repair }) => repair.id,
  'test-log': ({ tested }) => tested.id,
}
/** Values for fields that refer to another row; a new one adds its line. */
export const references: Record<string, (customer: Filled) => unknown> = {
  parentId: ({ office }) => office.id,
  targetId: ({ office }) => office.id,
  alarmId: ({ alarm }) => alarm.id,
  orderId: ({ order }) => order.id,
  inquiryId: ({ inquiry }) => inquiry.id,
  headId: ({ user }) => user.id,
  officeId: ({ office }) => office.id,
  gatewayId: ({ gateway }) => gateway.id,
  accountId: ({ user }) => user.id,
  substituteId: ({ user }) => user.id,
  houseId: ({ house }) => house.id,
  channelId: ({ camera }) => camera.id,
  flockId: ({ flock }) => flock.id,
  fromFlockId: ({ flock }) => flock.id,
  toHouseId: ({ house }) => house.id,
  standardId: ({ standard }) => standard.id,
  programmeId: ({ programme }) => programme.id,
  stepId: ({ programme }) => programme.steps[0]?.id,
  deviceIds: ({ controller }) => [controller.id],
  deviceId: ({ controller }) => controller.id,
  mainId: ({ controller }) => controller.id,
  newDeviceId: ({ spare }) => spare.id,
  houseIds: ({ house }) => [house.id],
  groupId: ({ group }) => group.id,
  roleIds: ({ role }) => [role.id],
  changeId: ({ change }) => change.id,
  templateId: ({ template }) => template.id,
  exchangeId: ({ exchange }) => exchange.id,
  linkId: ({ clipLink }) => clipLink.id,
  // Only the provider has them; a customer's own would be equally foreign to another.
  cageTypeId: ({ cage }) => cage.id,
  productId: ({ product }) => product.id,
  goodId: ({ good }) => good.id,
  variantId: ({ good }) => good.id,
  itemIds: ({ item }) => [item.id],
  receiverIds: ({ user }) => [user.id],
}
/** Fields whose values cannot be derived from the schema if the call is to succeed on one's own row. */
export const own: Record<string, (customer: Filled, more: object) => Record<string, unknown>> = {
  devices: ({ office, spare }, more) => ({
    officeId: office.id,
    code: spare.code,
    type: 'controller',
    speaksMqtt: !('gatewayId' in more),
  }),
  // Shorter than a critical alarm may be shelved.
  alarms: () => ({ minutes: 10 }),
  'alarm-holidays': () => ({ fromOn: '2026-12-24', untilOn: '2026-12-24' }),
  'alarm-duties': ({ user }) => ({ accountId: user.id, fromClock: '20:00', untilClock: '08:00' }),
  houses: ({ office, controller, exchange }) => ({
    officeId: office.id,
    deviceId: controller.id,
    exchangeId: exchange.id,
  }),
  'house-groups': ({ office }) => ({ officeId: office.id }),
  flocks: ({ house }) => ({ houseId: house.id }),
  'feed-book': ({ house }) => ({ houseId: house.id, day: '2026-01-20', kind: 'delivery', amountKg: 100 }),
  hygiene: ({ house }) => ({
    houseId: house.id,
    day: '2026-01-20',
    kind: 'disinfection',
    agent: 'Iodophor',
    place: 'house',
  }),
  'flock-accounts': ({ flock }) => ({ flockId: flock.id, lots: [], eggs: [], costs: [] }),
  'flock-moves': ({ flock, house }) => ({
    flockId: flock.id,
    fromFlockId: flock.id,
    toHouseId: house.id,
    birds: 10,
    day: '2026-01-20',
  }),
  'breed-standards': () => ({
    rows: [
      { age: 1, weight: 70 },
      { age: 2, weight: 120 },
    ],
  }),
  'flock-records': ({ programme }) => ({
    dead: 1,
    day: '2026-01-15',
    version: 1,
    stepId: programme.steps[0]?.id,
  }),
  'flock-health': ({ programme }) => ({ programmeId: programme.id, stepId: programme.steps[0]?.id }),
  'health-programmes': ({ office }) => ({ officeId: office.id, houseType: 'layer' }),
  departments: ({ office }) => ({ parentId: office.id, timeZone: 'Europe/Berlin' }),
  orders: () => ({ country: 'CN' }),
  webhooks: () => ({ address: 'https://erp.farm.example/hook' }),
  cameras: ({ office, camera }) => ({
    officeId: office.id,
    code: camera.code,
    kind: 'rtsp',
    address: 'rtsp://8.8.4.4/live',
    number: 2,
    deviceId: '34020000001320000777',
  }),
  'camera-channels': () => ({ number: 2, move: 'left', ...filmedDay() }),
  'camera-clips': ({ clipLink }) => ({ linkId: clipLink.id }),
  'camera-recordings': () => filmedDay(),
  'report-schedules': ({ office }) => ({ ...DAILY, officeId: office.id }),
  roles: () => ({ kind: 2, permissionId: 'weather' }),
  basket: ({ good }) => ({ goodId: good.id, variantId: null, quantity: 2 }),
  settings: ({ template, change }) => ({
    group: 'targetTemperature',
    ...CHANGE,
    templateId: template.id,
    changeId: change.id,
  }),
  'overhaul-tests': () => ({ setPoint: 26, ranFans: true }),
  'test-log': () => ({ firstDay: '2026-01-01', lastDay: '2026-01-31', origin: 'https://farm.example' }),
  users: ({ office, user }) => ({
    officeId: office.id,
    username: user.username,
    password: 'the red hen house',
  }),
}

/** Tables whose rows name the office they are of, and which the server reads. */
const tablesOfOffices = Object.values(tables)
  .filter(table => is(table, PgTable))
  .filter(table => 'officePath' in getTableColumns(table))
  .map(table => getTableName(table))
  .filter(name => tenancy[name] !== 'system' && tenancy[name] !== 'telemetry')
  // Counted by the server from the alarms, whenever it comes to it.
  .filter(name => name !== 'alarm_day')
const storedIn = (table: string, column: string, path: string) =>
  sql`select ${sql.raw(`'${table}'`)} as "table", to_jsonb(stored) as row
    from ${sql.identifier(table)} stored where ${sql.identifier(column)} = ${path}`

/** Everything a customer has, as stored. */
export async function rowsOf({ services }: TestApp, { office: { path } }: Filled) {
  const parts = [
    storedIn('office', 'farm_path', path),
    ...tablesOfOffices.map(table => storedIn(table, 'office_path', path)),
  ]
  const { rows } = await services.store
    .scoped(SYSTEM)
    .execute(sql`${sql.join(parts, sql` union all `)} order by 1, 2`)
  return rows
}
/** What reveals that something is this customer's, besides its mark. */
export const secretsOf = (theirs: Filled): string[] => [
  theirs.office.id,
  theirs.gateway.id,
  theirs.controller.id,
  theirs.spare.id,
  theirs.house.id,
  theirs.group.id,
  theirs.cage.id,
  theirs.product.id,
  theirs.alarm.id,
  ...(theirs.job ? [theirs.job.id] : []),
  theirs.role.id,
  theirs.part.id,
  theirs.change.id,
  theirs.template.id,
  theirs.exchange.id,
  theirs.imported.id,
  theirs.item.id,
  theirs.plan.id,
  theirs.push.id,
  theirs.repair.id,
  theirs.repair.number,
  theirs.agency.id,
  theirs.agency.number,
  theirs.refused.id,
  theirs.material.id,
  theirs.inquiry.id,
  theirs.inquiry.number,
  theirs.order.id,
  theirs.order.number,
  theirs.good.id,
  theirs.good.code,
  theirs.listed.listId,
  theirs.listed.name,
  theirs.listed.price,
  theirs.question.id,
  theirs.question.number,
  theirs.flock.id,
  theirs.record.id,
  theirs.programme.id,
  theirs.session,
  theirs.token,
  theirs.camera.id,
  theirs.camera.code,
  theirs.clip.id,
  theirs.hook.id,
  theirs.schedule,
  theirs.view,
  theirs.wall,
  theirs.user.id,
  theirs.user.username,
]
