import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { articles } from '#shared/contracts/articles.ts'
import { files } from '#shared/contracts/files.ts'
import { notices } from '#shared/contracts/notices.ts'
import { questions } from '#shared/contracts/questions.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { operationHistory } from '../../platform/database/tables/histories.ts'
import { question } from '../../platform/database/tables/tickets.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildHouse } from '../../testing/farm-builder.ts'
import { recordingOf } from '../../testing/pictures.ts'
import { everyGrant } from '../../testing/samples.ts'
import { listening, sendFile } from '../../testing/sent-files.ts'
import { buildQuestion } from './questions.fixture.ts'

let farm: TestApp
let worker: Person
let engineer: Person
let base: string
beforeAll(async () => {
  farm = await testApp()
  base = await listening(farm)
  worker = await farm.as({
    office: farm.offices.direct,
    kind: 2,
    grants: ['device_user_problem_client_list:get', 'device_user_problem_client_list:add'],
  })
  engineer = await farm.as({ office: farm.offices.provider, kind: 1, grants: everyGrant(1) })
})
afterAll(() => farm.close())

const ask = (text = 'Fan 3 stops after two minutes', more: object = {}) =>
  worker.call(questions.create, { body: { text, pictures: [], ...more } })
const titles = async (person: Person) => (await person.call(notices.list)).items.map(({ title }) => title)

test('a question gets a number of the provider’s day, and the next one the next', async () => {
  const [first, second] = [await ask(), await ask()]
  expect(first.number).toMatch(/^QA\d{8}-\d{4}$/)
  expect(Number(second.number.slice(-4))).toBe(Number(first.number.slice(-4)) + 1)
})

test('a number is never given again, also not after its question was deleted', async () => {
  const first = await ask()
  await engineer.call(questions.remove, { params: { id: first.id } })
  expect((await ask()).number > first.number).toBe(true)
})

test('of two who ask at the same moment each has a number of their own', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, (_, i) => ask(`Question ${i}`)))
  expect(new Set(made.map(({ number }) => number)).size).toBe(8)
})

test('what waits is counted by how long, with the one that waits longest', async () => {
  const { id } = await ask('Who waits longest?')
  const db = farm.services.store.scoped(SYSTEM)
  const before = await engineer.call(questions.waiting)
  await db
    .update(question)
    .set({ waitsSince: new Date('2026-01-05T00:00:00Z') })
    .where(eq(question.id, id))
  const { steps, oldest } = await engineer.call(questions.waiting)
  expect(steps).toEqual({ ...before.steps, fresh: before.steps.fresh - 1, long: before.steps.long + 1 })
  expect(oldest).toMatchObject({ id, hours: expect.any(Number) })
  await engineer.call(questions.reply, { params: { id }, body: { text: 'Nobody any more.', pictures: [] } })
  expect((await engineer.call(questions.waiting)).steps).toEqual({ ...steps, long: steps.long - 1 })
})

describe('a question and its answer', () => {
  test('stand in one thread that both sides read, and its state follows who wrote last', async () => {
    const house = await buildHouse(farm.services, farm.offices.direct, { name: 'House 4' })
    const { id, standing, waitedHours } = await ask('Fan 3 stops', { houseId: house.id })
    expect(standing).toBe('waiting')
    expect(waitedHours).toBeGreaterThanOrEqual(0)
    const params = { id }
    const replied = await engineer.call(questions.reply, {
      params,
      body: { text: 'Check the belt first.', pictures: [] },
    })
    expect(replied).toMatchObject({ standing: 'replied', repliedBy: 'Test User', waitedHours: null })
    const more = await worker.call(questions.more, {
      params,
      body: { text: 'The belt is new.', pictures: [] },
    })
    expect(more).toMatchObject({ standing: 'waiting', house: { id: house.id, name: 'House 4' } })
    const { entries } = await worker.call(questions.get, { params })
    expect(entries.map(({ step, text, kind, isMine }) => [step, text, kind, isMine])).toEqual([
      ['create', null, 2, true],
      ['reply', 'Check the belt first.', 1, false],
      ['more', 'The belt is new.', 2, true],
    ])
  })

  test('is also a picture without words, but not nothing', async () => {
    const { id } = await ask('Which belt is this?')
    const { id: picture } = await sendFile(base, worker)
    await worker.call(questions.more, { params: { id }, body: { text: '', pictures: [picture] } })
    const { entries } = await engineer.call(questions.get, { params: { id } })
    expect(entries.at(-1)).toMatchObject({ text: null, pictures: [picture] })
    const nothing = await worker.ask(questions.more, { params: { id }, body: { text: ' ', pictures: [] } })
    expect(nothing.statusCode).toBe(400)
  })

  test('is also a voice note, which both sides play, and no picture passes for one', async () => {
    const { id } = await ask('What is this noise?')
    const { id: sound } = await sendFile(base, worker, 'recording', recordingOf('audio/webm'), 'fan.webm')
    const body = { text: '', pictures: [], recordings: [sound] }
    await worker.call(questions.more, { params: { id }, body })
    const { entries } = await engineer.call(questions.get, { params: { id } })
    expect(entries.at(-1)).toMatchObject({ text: null, papers: [sound] })
    expect(await engineer.call(files.shown, { query: { ids: sound } })).toMatchObject([
      { type: 'audio/webm' },
    ])
    const { id: picture } = await sendFile(base, worker)
    const wrong = await worker.ask(questions.more, {
      params: { id },
      body: { text: '', pictures: [], recordings: [picture] },
    })
    expect(wrong.json().data).toMatchObject([{ field: 'recordings' }])
  })

  test('the asker is told of the answer, and who answered of what is asked further', async () => {
    const { id, number } = await ask()
    await engineer.call(questions.reply, { params: { id }, body: { text: 'Check the belt.', pictures: [] } })
    expect(await titles(worker)).toContain(`Test User replied to your question ${number}`)
    await worker.call(questions.more, { params: { id }, body: { text: 'And then?', pictures: [] } })
    expect((await titles(engineer)).filter(title => title.endsWith(`followed up: ${number}`))).toHaveLength(1)
  })

  test('is a row of the operation history that the customer sees', async () => {
    const { id, number } = await ask()
    await engineer.call(questions.reply, { params: { id }, body: { text: 'Check the belt.', pictures: [] } })
    const rows = await farm.services.store
      .scoped(SYSTEM)
      .select()
      .from(operationHistory)
      .where(eq(operationHistory.recordId, id))
    expect(rows.map(({ subjectPath, description }) => [subjectPath, description['en-US']])).toEqual([
      [farm.offices.direct.path, `Asked question ${number}`],
      [farm.offices.direct.path, `Replied to question ${number}`],
    ])
  })

  test('who answers what was changed meanwhile is shown the question as it is now', async () => {
    const { id, version } = await ask()
    await worker.call(questions.more, { params: { id }, body: { text: 'Also fan 4.', pictures: [] } })
    const body = { text: 'Check the belt.', pictures: [], version }
    const answer = await engineer.ask(questions.reply, { params: { id }, body })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().data.current.version).toBe(version + 1)
  })
})

test('what waits longest stands first, and the chips count both states', async () => {
  await farm.services.store.scoped(SYSTEM).delete(question)
  const hour = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  const late = await buildQuestion(farm.services, farm.offices.direct, { waitsSince: hour(200) })
  const replied = await buildQuestion(farm.services, farm.offices.direct, {
    waitsSince: null,
    state: 'replied',
  })
  const soon = await buildQuestion(farm.services, farm.offices.sharing, { waitsSince: hour(1) })
  const { items } = await engineer.call(questions.list)
  expect(items.map(({ id }) => id)).toEqual([late.id, soon.id, replied.id])
  expect(items[0]?.waitedHours).toBeGreaterThan(50)
  expect(await engineer.call(questions.counts, { query: { by: 'standing' } })).toEqual({
    waiting: 2,
    replied: 1,
  })
  expect((await worker.call(questions.list)).total).toBe(2)
})

test('a question names a house and a device of one’s own only', async () => {
  const foreign = await buildHouse(farm.services, farm.offices.closed)
  const answer = await worker.ask(questions.create, {
    body: { text: 'Whose?', houseId: foreign.id, pictures: [] },
  })
  expect(answer.json().data).toEqual([{ field: 'houseId', message: 'Choose one of your houses' }])
})

test('staff do not ask, and customers do not reply', async () => {
  expect((await engineer.ask(questions.create, { body: { text: 'Me?', pictures: [] } })).statusCode).toBe(403)
  const { id } = await ask()
  expect(
    (await worker.ask(questions.reply, { params: { id }, body: { text: 'Me?', pictures: [] } })).statusCode,
  ).toBe(403)
})

test('of two staff who make an FAQ of one question the second is led to the first, and the asker sees none of it', async () => {
  const { id } = await ask('How is a relay reset?')
  await engineer.call(questions.reply, { params: { id }, body: { text: 'Press it.', pictures: [] } })
  const form = {
    chineseTitle: '',
    chineseSubtitle: '',
    chineseContent: '',
    englishTitle: 'How is a relay reset?',
    englishSubtitle: '',
    englishContent: '<p>Press it.</p>',
    original: 'en-US' as const,
    coverMode: 'none' as const,
    covers: [],
    attachments: [],
    faults: [],
    questionId: id,
  }
  const body = form
  const both = await Promise.all([1, 2].map(() => engineer.ask(articles.faq.create, { body })))
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  const made = both.find(({ statusCode }) => statusCode === 200)?.json().data.id
  expect(both.find(({ statusCode }) => statusCode === 409)?.json().data.current.id).toBe(made)
  expect((await engineer.call(questions.get, { params: { id } })).faqId).toBe(made)
  expect((await worker.call(questions.get, { params: { id } })).faqId).toBeNull()
  for (const wrong of [articles.faq, articles.basics]) {
    const questionId = wrong === articles.faq ? 'nobody asked' : id
    const answer = await engineer.ask(wrong.create, { body: { ...form, questionId } })
    expect(answer.json().data).toMatchObject([{ field: 'questionId' }])
  }
  const faqId = async () => (await engineer.call(questions.get, { params: { id } })).faqId
  await engineer.call(articles.faq.remove, { params: { id: made } })
  expect(await faqId()).toBeNull()
  await engineer.call(articles.faq.restore, { params: { id: made } })
  expect(await faqId()).toBe(made)
  await engineer.call(articles.faq.remove, { params: { id: made } })
  const second = await engineer.call(articles.faq.create, { body })
  await engineer.call(articles.faq.restore, { params: { id: made } })
  expect(await faqId()).toBe(second.id)
})
