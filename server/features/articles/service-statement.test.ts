import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { articles } from '#shared/contracts/articles.ts'
import { repairs } from '#shared/contracts/repairs.ts'
import { serviceStatementContract } from '#shared/contracts/service-statement.ts'
import { STATEMENT_KEY, STATEMENT_VERSION, serviceStatement } from '#shared/service-statement.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { article } from '../../platform/database/tables/articles.ts'
import { repair } from '../../platform/database/tables/tickets.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { everyGrant } from '../../testing/samples.ts'
import { seed } from './service-statement.seed.ts'

let farm: TestApp
beforeAll(async () => {
  farm = await testApp()
})
afterAll(() => farm.close())

const read = async () => (await farm.stranger.ask(serviceStatementContract.read)).json().data

test('the service statement is an article whose every text is a version, and what somebody agreed to is kept', async () => {
  const builtIn = {
    version: STATEMENT_VERSION,
    texts: {
      'zh-CN': serviceStatement.map(paragraph => paragraph['zh-CN']),
      'en-US': serviceStatement.map(paragraph => paragraph['en-US']),
    },
  }
  expect(await read()).toEqual(builtIn)
  const db = farm.services.store.scoped(SYSTEM)
  await seed.write(db)
  expect(await read()).toEqual(builtIn)

  const editor = await farm.as({ office: farm.offices.provider, kind: 1, grants: everyGrant(1) })
  const owner = await farm.as({ office: farm.offices.sharing, kind: 2, grants: everyGrant(2) })
  const apply = (statement: string) =>
    owner.ask(repairs.create, {
      body: {
        title: 'Auger',
        equipment: '',
        description: 'It stands still.',
        phone: '',
        pictures: [],
        statement,
      },
    })
  const next = `${STATEMENT_VERSION}.2`
  expect((await apply(next)).json().data).toMatchObject([{ field: 'statement' }])
  const [row] = await db.select().from(article).where(eq(article.key, STATEMENT_KEY))
  const { id = '' } = row ?? {}
  const whole = await editor.call(articles.instructions.get, { params: { id } })
  const body = {
    ...whole,
    chineseContent: '',
    englishContent:
      '<h2>Ours</h2><p>We answer <b>within</b> a day &amp; a night.</p><ul><li><p>Also on Sundays</p></li></ul>',
    releaseOn: null,
  }
  await editor.call(articles.instructions.update, { params: { id }, body })
  const ours = ['Ours', 'We answer within a day & a night.', 'Also on Sundays']
  expect(await read()).toEqual({ version: next, texts: { 'zh-CN': ours, 'en-US': ours } })

  const made = await apply(next)
  expect(made.statusCode).toBe(200)
  const [kept] = await db.select().from(repair).where(eq(repair.id, made.json().data.id))
  expect(kept?.statement).toBe(next)
  // Somebody with the previous version on the screen has read that one.
  expect((await apply(STATEMENT_VERSION)).statusCode).toBe(200)
  for (const wrong of ['2020-01', `${STATEMENT_VERSION}.3`, `${STATEMENT_VERSION}.0`, ''])
    expect((await apply(wrong)).json().data, wrong).toMatchObject([{ field: 'statement' }])
  for (const away of [articles.instructions.withdraw, articles.instructions.remove])
    expect((await editor.ask(away, { params: { id } })).json().message).toContain('must stay released')
})
