import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerTemplates } from '#shared/contracts/answer-templates.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { buildDepartment } from '../../testing/farm-builder.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const body = { name: 'Belts', chineseAnswer: '{姓名}您好', englishAnswer: 'Dear {person}' }

test('who answers questions and who works on repairs keep the same templates, in whatever department', async () => {
  const { provider } = app.offices
  const answers = await app.as({ office: provider, kind: 1, grants: ['device_user_problem_admin_list:edit'] })
  const made = await answers.call(answerTemplates.create, { body })
  const department = await buildDepartment(app.services, provider)
  const repairs = await app.as({ office: department, kind: 1, grants: ['device_repair_admin_list:edit'] })
  expect((await repairs.call(answerTemplates.list)).map(({ id }) => id)).toContain(made.id)
  const changed = { ...body, name: 'Fan belts', version: made.version }
  const { version } = await repairs.call(answerTemplates.update, { params: { id: made.id }, body: changed })
  expect(version).toBe(made.version + 1)
  // Somebody who still had the older one in their form is told.
  await expect(
    answers.call(answerTemplates.update, { params: { id: made.id }, body: changed }),
  ).rejects.toThrow()
  await answers.call(answerTemplates.remove, { params: { id: made.id } })
  expect((await repairs.call(answerTemplates.list)).map(({ id }) => id)).not.toContain(made.id)
})

test('an answer in neither language is refused', async () => {
  const staff = await app.as({
    office: app.offices.provider,
    kind: 1,
    grants: ['device_user_problem_admin_list:edit'],
  })
  const empty = { ...body, chineseAnswer: ' ', englishAnswer: '' }
  await expect(staff.call(answerTemplates.create, { body: empty })).rejects.toThrow()
})
