import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Endpoint } from '#shared/endpoint.ts'
import { features } from '../../app.ts'
import english from '../texts/en-US.json' with { type: 'json' }
import chinese from '../texts/zh-CN.json' with { type: 'json' }
import { fill, say, sayBoth, withDays } from './texts.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort()

test('every text is in both languages, with the same places to fill', () => {
  expect(Object.keys(chinese)).toEqual(Object.keys(english))
  for (const [key, text] of Object.entries(english))
    expect(places(chinese[key as keyof typeof chinese]), key).toEqual(places(text))
})

test('a house named “House 3” is no “house House 3” in any text', () => {
  const said = features.flatMap(({ contract }) =>
    Object.values<Endpoint>(contract).flatMap(({ says }) => says ?? []),
  )
  const texts = [
    ...Object.values(english),
    ...Object.values(chinese),
    ...said.flatMap(says => Object.values(says)),
  ]
  expect(texts.filter(text => /(\bhouse|鸡舍) ?\{(house|name|source)\}/i.test(text))).toEqual([])
})

test('every text is used somewhere', () => {
  const code = globSync(`${root}{server,shared}/**/*.ts`, { exclude: path => path.endsWith('.test.ts') })
    .map(path => readFileSync(path, 'utf8'))
    .join()
  const words = [...code.matchAll(/words: '(\w+)'|\bword\('\w+', '(\w+)'\)|\bwordOf\('(\w+)'/g)].flatMap(
    ([, ...found]) => found,
  )
  // Composed keys: a field and what is wrong with it, a list and its column, a choice and its value, a mail and its parts,
  // what ends and when, a way of alarms and its name.
  const composed = new Set([
    'field',
    'sheet',
    'column',
    'help',
    'import',
    'mail',
    'promise',
    'reminder',
    'way',
    ...words,
  ])
  const isSaid = (key: string) => {
    const [family = '', ...parts] = key.split('.')
    // A history keeps the names of modules and operations that no longer exist.
    if (code.includes(`'${key}'`) || ['field', 'module', 'operation'].includes(family)) return true
    // The sheets of a person are named after their content.
    const named = parts.map(part => part.replace(/^person-/, ''))
    return composed.has(family) && named.every(part => new RegExp(`'${part}'|\\b${part}:`).test(code))
  }
  expect(Object.keys(english).filter(key => !isSaid(key))).toEqual([])
})

const linesOf = (...patterns: string[]) =>
  patterns
    .flatMap(pattern => globSync(`${root}${pattern}`, { exclude: path => path.includes('.test.') }))
    .flatMap(path => readFileSync(path, 'utf8').split('\n'))
const chineseTexts = linesOf('server/platform/texts/zh-CN.json', 'web/**/zh-CN.json')
const chineseLines = [...chineseTexts, ...linesOf('shared/**/*.ts')]

/** Words that farms or the provider's staff do not use, each with the one they do. */
const retired = {
  供应商: '服务商',
  青年鸡: '育雏育成',
  入雏: '入舍',
  出生消息: '上线报文',
  隔离: '无法识别的报文',
  带宽: '回差',
  体重秤: '称重器',
  蛋计数器: '计蛋器',
  地面垫料: '地面平养',
  每日提醒: '日常提醒',
  待审批: '待审核',
  已拒绝: '已驳回',
  铃声: '站内消息',
  二次验证: '两步验证',
  登录历史: '登录记录',
  陈旧: '数据未更新',
  气候: '温湿度',
  昨日同时: '昨日同期',
}

test.each(Object.entries(retired))('Chinese does not say %s but %s', word => {
  expect(chineseLines.filter(line => line.includes(word))).toEqual([])
})

test('an alarm is never called an alert, in any list or menu', () => {
  const english = linesOf('server/platform/texts/en-US.json', 'web/**/en-US.json', 'web/app/*.ts')
  expect(english.filter(line => /['" ]alerts\b/i.test(line))).toEqual([])
})

test('Chinese has full-width brackets and no codes of the system', () => {
  const foreign = /\p{Script=Han}\s?\(|\b(RC|RA|NBIRTH|DBIRTH|APP_SECRET)\b/u
  expect(chineseTexts.length).toBeGreaterThan(1000)
  expect(chineseTexts.filter(line => foreign.test(line))).toEqual([])
})

test('a text is filled with the given values, and a place without a value disappears', () => {
  expect(say('en-US', ['login.wait', { seconds: 4 }])).toBe('Too many failed attempts. Try again in 4 s')
  expect(sayBoth('login.wrong')).toEqual({ 'en-US': 'Account or Password Error', 'zh-CN': '账号或密码错误' })
  expect(fill('house {name} {what}', { name: '{what}', what: { not: 'a text' } })).toBe('house {what} ')
})

test('a day is written in the language’s format; what only looks like one stays as it is', () => {
  const said = (name: string) => fill('{name}', withDays({ name }, 'en-US'))
  expect(said('2026-01-31')).toBe('31 Jan 2026')
  for (const name of ['0000-00-00', '2026-13-01', '2026-1-1', 'House 3']) expect(said(name)).toBe(name)
})
