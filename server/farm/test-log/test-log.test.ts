import { createPublicKey, verify } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { testLogContract } from '#shared/contracts/test-log.ts'
import type { TestFacts, TestRecord } from '#shared/test-log.ts'
import { text } from '#shared/text.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { signingKey, testEntry } from '../../platform/database/tables/test-log.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { appendEntry, sha256 } from './append-entry.ts'
import { renewKey } from './signing-key.ts'
import { verifyLog } from './verify-log.ts'

let farm: TestApp
/** May do everything in the database, as somebody who broke into it. */
let superuser: pg.Client
beforeAll(async () => {
  farm = await testApp()
  const url = new URL(inject('postgres').superuser)
  url.pathname = new URL(farm.ownerUrl).pathname
  superuser = new pg.Client({ connectionString: url.href })
  await superuser.connect()
})
afterAll(async () => {
  await superuser.end()
  await farm.close()
})

const facts: TestFacts = { kind: 'thermostat', setPoint: 26, target: 22, ranFans: true }

/** Adds entries to the log of an office; answers their numbers and codes. */
async function write(office: 'direct' | 'sharing' | 'closed' | 'team', count: number, words = 'All well') {
  const written: { number: number; code: string }[] = []
  for (let i = 0; i < count; i++)
    written.push(
      await farm.services.store.transaction(SYSTEM, db =>
        appendEntry(db, farm.services.config.appSecret, {
          officePath: farm.offices[office].path,
          at: new Date(Date.UTC(2026, 0, 1 + i)),
          house: { id: 'h1', name: 'House 1' },
          item: text('备用温控器', 'Backup thermostat'),
          isPassed: i % 3 !== 0,
          facts,
          pictures: [],
          people: [{ accountId: null, name: 'Ann', words }],
        }),
      ),
    )
  return written
}
const verdict = (log: string, upTo?: number) =>
  farm.services.store.transaction(SYSTEM, db => verifyLog(db, log, upTo))
const logOf = (office: 'direct' | 'sharing' | 'closed') => farm.offices[office].id

/** Does something to the log as superuser with its triggers off, looks what the verification says, and takes it back. */
async function tampered(statements: readonly string[], log: string, upTo?: number) {
  const copies = ['test_entry', 'test_person', 'test_log']
  await superuser.query('set session_replication_role = replica')
  for (const table of copies) await superuser.query(`create table kept_${table} as select * from ${table}`)
  try {
    for (const statement of statements) await superuser.query(statement)
    return (await verdict(log, upTo)).fault
  } finally {
    await superuser.query('delete from test_entry; delete from test_person; delete from test_log')
    await superuser.query(`insert into test_entry (hash, office_path, farm_path, payload, signature, key_id)
      select hash, office_path, farm_path, payload, signature, key_id from kept_test_entry`)
    await superuser.query('insert into test_person select * from kept_test_person')
    await superuser.query('insert into test_log select * from kept_test_log')
    for (const table of copies) await superuser.query(`drop table kept_${table}`)
    await superuser.query('set session_replication_role = origin')
  }
}

test('entries of a customer are numbered and chained, those of its teams among them, and hold', async () => {
  await write('sharing', 3)
  await write('team', 2)
  expect(await verdict(logOf('sharing'))).toEqual({ entries: 5, fault: null })
  const rows = await farm.services.store.scoped(SYSTEM).select().from(testEntry)
  const chain = rows
    .filter(({ log }) => log === logOf('sharing'))
    .toSorted((a, b) => Number(a.number) - Number(b.number))
  expect(chain.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
  expect(chain.slice(1).map(({ previous }) => previous)).toEqual(chain.slice(0, -1).map(({ hash }) => hash))
})

test('entries written at once get numbers one after the other', async () => {
  await Promise.all(Array.from({ length: 6 }, () => write('closed', 1)))
  expect(await verdict(logOf('closed'))).toEqual({ entries: 6, fault: null })
})

describe('nobody changes an entry', () => {
  test.each([
    `update test_entry set payload = replace(payload, 'House 1', 'House 2')`,
    `update test_entry set signature = ''`,
    `update test_entry set office_path = '1.', farm_path = '1.'`,
    'delete from test_entry',
    'delete from test_person',
    `update test_person set name = 'Bob'`,
    'update test_person set name = null, words = null',
    'truncate test_entry',
    'truncate test_person cascade',
  ])('not even the superuser, while the triggers are there: %s', async statement => {
    await write('direct', 1)
    await expect(superuser.query(statement)).rejects.toThrow(/never (changed|emptied)/)
  })

  test('the role that serves requests is refused in its own farm', async () => {
    await write('direct', 1)
    for (const statement of ['update test_entry set key_id = key_id', 'delete from test_entry'])
      await expect(farm.services.store.transaction(SYSTEM, db => db.execute(statement))).rejects.toThrow()
  })
})

/** A generator of numbers that is the same in every run (mulberry32). */
function chance(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

describe('what a superuser does to the table is found and named', () => {
  const ENTRIES = 12
  let log: string
  beforeAll(async () => {
    log = logOf('direct')
    const { entries } = await verdict(log)
    await write('direct', ENTRIES - entries)
    expect(await verdict(log)).toEqual({ entries: ENTRIES, fault: null })
  })
  const at = (number: number) => `log = '${log}' and number = ${number}`
  const set = (number: number, what: string) => `update test_entry set ${what} where ${at(number)}`
  /** Exchanges a column of two entries, past the unique keys. */
  const swap = (a: number, b: number, column: string) => [
    `create temp table pair as select number, ${column} as value from test_entry where log = '${log}' and number in (${a}, ${b})`,
    ...(column === 'hash' ? [set(a, `hash = 'none'`)] : []),
    `update test_entry e set ${column} = p.value from pair p where e.log = '${log}' and e.number = ${b} and p.number = ${a}`,
    `update test_entry e set ${column} = p.value from pair p where e.log = '${log}' and e.number = ${a} and p.number = ${b}`,
  ]

  /** Each way to change an entry, as statements. */
  const changes: Readonly<Record<string, (number: number) => string>> = {
    result: number =>
      set(
        number,
        `payload = replace(replace(payload, '"isPassed":true', '"isPassed":0'), '"isPassed":false', '"isPassed":true')`,
      ),
    day: number => set(number, `payload = replace(payload, '2026-01', '2025-12')`),
    value: number => set(number, `payload = replace(payload, '"setPoint":26', '"setPoint":25')`),
    house: number => set(number, `payload = replace(payload, 'House 1', 'House 7')`),
    code: number => set(number, `payload = jsonb_set(payload::jsonb, '{code}', '"another"')::text`),
    spacing: number => set(number, `payload = payload || ' '`),
    signature: number =>
      set(number, `signature = (select signature from test_entry where ${at((number % ENTRIES) + 1)})`),
    key: number => set(number, `key_id = 'mine'`),
    hash: number => set(number, `hash = md5(hash)`),
    office: number => set(number, `office_path = '1.'`),
    customer: number => set(number, `farm_path = '1.2.3.'`),
    person: number =>
      `update test_person set name = 'Bob' where code = (select code from test_entry where ${at(number)})`,
    words: number =>
      `update test_person set words = 'x' where code = (select code from test_entry where ${at(number)})`,
    'person removed': number =>
      `delete from test_person where code = (select code from test_entry where ${at(number)})`,
    'person forgotten': number =>
      `update test_person set name = null, words = null where code = (select code from test_entry where ${at(number)})`,
    'person added': number =>
      `insert into test_person (code, place, office_path, farm_path, name, words, salt)
        select code, 7, office_path, farm_path, 'Eve', '', 'x' from test_entry where ${at(number)}`,
    'another log': number => set(number, `payload = jsonb_set(payload::jsonb, '{log}', '"${'x'}"')::text`),
    removed: number => `delete from test_entry where ${at(number)}`,
  }

  test.each(Object.keys(changes))('a changed entry: %s', async name => {
    for (const number of [1, 5, ENTRIES]) {
      const fault = await tampered([changes[name]?.(number) ?? ''], log)
      expect(fault?.number, `entry ${number}`).toBe(number)
    }
  })

  test('signatures or hashes of two entries exchanged', async () => {
    for (const column of ['signature', 'hash']) {
      const fault = await tampered([...swap(3, 8, column), 'drop table pair'], log)
      expect(fault?.number).toBe(3)
    }
  })

  test('an entry copied in, at the end, in the middle or before the first', async () => {
    const copied = (
      number: number,
      as: number,
    ) => `insert into test_entry (hash, office_path, farm_path, payload, signature, key_id)
      select md5(hash), office_path, farm_path, jsonb_set(jsonb_set(payload::jsonb, '{number}', '${as}'), '{code}', '"c${as}"')::text,
        signature, key_id from test_entry where ${at(number)}`
    expect((await tampered([copied(4, ENTRIES + 1)], log))?.number).toBe(ENTRIES + 1)
    expect((await tampered([copied(4, 0)], log))?.number).toBe(0)
    const shift = `update test_entry set payload = jsonb_set(payload::jsonb, '{number}', to_jsonb(number + 100))::text where log = '${log}' and number > 6`
    expect((await tampered([shift, copied(4, 7)], log))?.number).toBe(7)
  })

  test('the newest entries removed, and the end moved back with them', async () => {
    expect(await tampered([`delete from test_entry where log = '${log}' and number > 9`], log)).toEqual({
      number: 10,
      what: 'missing',
    })
    const back = `update test_log set number = 9, hash = (select hash from test_entry where ${at(9)}) where log = '${log}'`
    const fault = await tampered([`delete from test_entry where log = '${log}' and number > 9`, back], log)
    expect(fault).toEqual({ number: 9, what: 'signature' })
    expect((await tampered([`delete from test_log where log = '${log}'`], log))?.what).toBe('end')
  })

  test('a chain made anew from an entry on, hash by hash, without the key', async () => {
    const forged = async (from: number) => {
      const { rows } = await superuser.query<{
        payload: string
        signature: string
        key_id: string
        number: number
      }>(
        `select payload, signature, key_id, number from test_entry where log = '${log}' and number >= ${from} order by number`,
      )
      let previous: string | null = null
      const statements = rows.map(row => {
        const record: TestRecord = JSON.parse(row.payload)
        const payload = JSON.stringify({
          ...record,
          previous: previous ?? record.previous,
          ...(row.number === from && { isPassed: null }),
        })
        previous = sha256([payload, row.key_id, row.signature].join('\n'))
        return `update test_entry set payload = '${payload.replaceAll("'", "''")}', hash = '${previous}' where ${at(row.number)}`
      })
      return [...statements, `update test_log set hash = '${previous}' where log = '${log}'`]
    }
    for (const from of [1, 6, ENTRIES])
      expect(await tampered(await forged(from), log)).toEqual({ number: from, what: 'signature' })
  })

  test('any of 20 pairs of changes at random: each is found at its first entry, and nothing is said against what stands before', async () => {
    const pick = chance(20_261_128)
    const names = Object.keys(changes)
    for (let i = 0; i < 20; i++) {
      const [first, second] = [1 + pick(ENTRIES), 1 + pick(ENTRIES)].toSorted((a, b) => a - b) as [
        number,
        number,
      ]
      const [one, two] = [names[pick(names.length)] ?? '', names[pick(names.length)] ?? '']
      const statements = [changes[two]?.(second) ?? '', changes[one]?.(first) ?? ''].slice(
        first === second ? 1 : 0,
      )
      const fault = await tampered(statements, log)
      expect(fault?.number, `${one} ${first}, ${two} ${second}`).toBe(first)
      if (first > 1) expect(await tampered(statements, log, first - 1), `up to ${first - 1}`).toBeNull()
    }
  }, 120_000)
})

test('a new key signs from then on, and what the old one signed still holds; its private part is gone', async () => {
  await write('closed', 1)
  await farm.services.store.transaction(SYSTEM, db => renewKey(db, farm.services.config.appSecret))
  await write('closed', 1)
  const keys = await farm.services.store.scoped(SYSTEM).select().from(signingKey)
  expect(keys.filter(({ untilAt }) => untilAt === null)).toHaveLength(1)
  for (const { untilAt, sealedKey } of keys) expect(sealedKey === null).toBe(untilAt !== null)
  expect((await verdict(logOf('closed'))).fault).toBeNull()
})

test('after APP_SECRET has changed another key signs, and the log goes on', async () => {
  await farm.services.store.transaction(SYSTEM, db =>
    appendEntry(db, 'the secret of another installation', {
      officePath: farm.offices.closed.path,
      at: new Date(),
      house: null,
      item: text('报警测试', 'Alarm test'),
      isPassed: true,
      facts: { kind: 'alarm', told: [] },
      pictures: [],
      people: [],
    }),
  )
  expect((await verdict(logOf('closed'))).fault).toBeNull()
})

test('whoever has the code of an entry verifies it without an account and without this server', async () => {
  const [, written] = await write('sharing', 2, 'Ran after two minutes')
  const answer = await farm.stranger.ask(testLogContract.verified, { params: { code: written?.code ?? '' } })
  const { entry, verdict, signed } = answer.json().data
  expect(entry).toMatchObject({
    number: written?.number,
    facts,
    house: { name: 'House 1' },
    people: [{ name: 'Ann', words: 'Ran after two minutes' }],
  })
  expect(verdict.fault).toBeNull()
  const keys = (await farm.stranger.ask(testLogContract.keys)).json().data
  const { publicKey } = keys.find(({ id }: { id: string }) => id === signed.keyId)
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  const isSigned = (said: string) =>
    verify(null, Buffer.from(said), key, Buffer.from(signed.signature, 'base64'))
  expect(isSigned(signed.text)).toBe(true)
  expect(isSigned(signed.text.replace('26', '25'))).toBe(false)
  // Nothing leads from one entry to another.
  expect(JSON.stringify(entry)).not.toContain(farm.offices.sharing.id)
  for (const code of ['', '1', written?.code.slice(0, -1) ?? '', `${written?.code}x`])
    expect((await farm.stranger.ask(testLogContract.verified, { params: { code } })).statusCode).toBe(404)
})
