import { expect, test } from 'vitest'
import { z } from 'zod'
import { Refusal } from './errors.ts'
import { languageOf, parsed, refuseUnstorable, unitsOf } from './wire.ts'

function faultsOf(work: () => unknown) {
  try {
    work()
  } catch (error) {
    if (error instanceof Refusal) return error.refused.faults
    throw error
  }
  return undefined
}
const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])

test('a NUL and half a surrogate pair are refused with the field that holds them, at any depth', () => {
  expect(faultsOf(() => refuseUnstorable({ a: { b: ['ok', 'x\0'] } }))).toEqual([
    { field: 'a.b.1', message: 'field.characters' },
  ])
  expect(faultsOf(() => refuseUnstorable({ name: '\ud800' }))).toMatchObject([{ field: 'name' }])
  expect(faultsOf(() => refuseUnstorable({ a: { '\0': 1 } }))).toMatchObject([{ field: 'a' }])
})

test('whole characters of every script pass', () => {
  expect(
    faultsOf(() => refuseUnstorable({ name: '一号鸡舍 💥', note: null, list: [1, true] })),
  ).toBeUndefined()
})

test('input nested without end is refused without exhausting the stack', () => {
  const bottomless = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000))
  expect(faultsOf(() => refuseUnstorable(bottomless))).toMatchObject([{ message: 'field.tooDeep' }])
  expect(faultsOf(() => refuseUnstorable(nested(20)))).toBeUndefined()
})

const Form = z.object({
  name: z.string().min(2).max(5),
  count: z.number().int().min(1).max(9),
  day: z.iso.date(),
  kind: z.enum(['layer', 'broiler']),
  rows: z.array(z.object({ code: z.string().min(1) })).max(1),
})
const wrong = { name: 'x', count: 1.5, day: '31.1.2026', kind: 'duck', rows: [{ code: '' }, { code: 'a' }] }
const said = (language: 'en-US' | 'zh-CN', input: unknown) =>
  faultsOf(() => parsed(Form, input, { language, units: 'metric' }, 'body'))?.map(({ field, message }) => [
    field,
    (message as { said: string }).said,
  ])

test('every wrong field is named, in words a farmer understands', () => {
  expect(said('en-US', wrong)).toEqual([
    ['name', 'At least 2 characters'],
    ['count', 'Must be a whole number'],
    ['day', 'Must be a date such as 2026-01-31'],
    ['kind', 'Must be one of: layer, broiler'],
    ['rows', 'Choose at most 1'],
  ])
})

test('and in the reader’s language', () => {
  expect(said('zh-CN', { ...wrong, rows: [{ code: '' }] })).toEqual([
    ['name', '至少 2 个字符'],
    ['count', '必须是整数'],
    ['day', '必须是日期，例如 2026-01-31'],
    ['kind', '必须是以下之一：layer、broiler'],
    ['rows.0.code', '请输入编码'],
  ])
})

test('a missing field is required, and a body that is not a form is refused as a whole', () => {
  expect(said('en-US', { count: 1, day: '2026-01-31', kind: 'layer', rows: [] })).toEqual([
    ['name', 'This field is required'],
  ])
  expect(said('en-US', 'text')).toEqual([['body', 'This value is not valid']])
})

test('the language is the one asked for, else the account’s, the deployment’s, the browser’s, English', () => {
  expect(languageOf({ 'access-i18n': 'zh-CN' }, 'en-US', 'en-US')).toBe('zh-CN')
  expect(languageOf({ 'access-i18n': 'xx' }, 'zh-CN', 'en-US')).toBe('zh-CN')
  expect(languageOf({ 'accept-language': 'zh-TW,zh;q=0.9' }, null, 'en-US')).toBe('en-US')
  expect(languageOf({ 'accept-language': 'zh-TW,zh;q=0.9' }, null, undefined)).toBe('zh-CN')
  expect(languageOf({}, null, undefined)).toBe('en-US')
})

test('the units are those asked for, else the account’s, else metric', () => {
  expect(unitsOf({ 'access-units': 'imperial' }, 'metric')).toBe('imperial')
  expect(unitsOf({ 'access-units': 'furlongs' }, 'imperial')).toBe('imperial')
  expect(unitsOf({}, null)).toBe('metric')
})

test('the bounds of a length are given in the typist’s units, rounded to what is allowed', () => {
  const Sides = z.object({ lengthM: z.number().min(1).max(300) })
  const told = (lengthM: number) =>
    faultsOf(() => parsed(Sides, { lengthM }, { language: 'en-US', units: 'imperial' }, 'body'))?.[0]?.message
  expect(told(0.5)).toEqual({ said: 'At least 3.29\u202fft' })
  expect(told(301)).toEqual({ said: 'At most 984.25\u202fft' })
})
