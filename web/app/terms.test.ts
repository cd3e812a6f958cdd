import { expect, test } from 'vitest'

/** Where people read words: the texts of both languages, and texts written beside the code that uses them. */
const sources = import.meta.glob<string>(
  [
    '../**/{en-US,zh-CN}.json',
    '../**/*.{ts,tsx}',
    '../../shared/**/*.ts',
    '../../server/**/*.{ts,json}',
    '!../dist/**',
    '!../../**/*.test.*',
    '!../../server/testing/**',
  ],
  { query: '?raw', import: 'default', eager: true },
)

interface Term {
  /** The one word. */
  is: string
  /** Another word for the same thing. */
  not: RegExp
  /** Files in which the other word is meant: what people may type, and other things of that name. */
  but?: RegExp
}

/** One word for one thing, on every screen, in every file and message. */
const terms: readonly Term[] = [
  { is: '关注 (state of a house)', not: /"watch": "(注意|警告|留意)"/ },
  { is: '预警 (level of an alarm)', not: /警告/ },
  { is: '拐点', not: /转折/ },
  { is: '每日耗料', not: /每日采食/ },
  { is: '环控器', not: /(?<!环境)控制器/, but: /search-words|own-file|foreign-readings/ },
  { is: '开产日期, 开产数', not: /成熟(日期|数|\s)/ },
  { is: '购物车', not: /购物篮/ },
  { is: '状态起始时间', not: /"(column\.)?statusSince": "(状态起始|起始时间)"|"since": "起始"/ },
  { is: '给药途径', not: /text\('途径'|"route": "途径"/ },
  { is: '计量值 (what a meter counted)', not: /'仪表'|"仪表 / },
  { is: '适配 (a good and the own machines)', not: /适用我的|适用您的设备/ },
  { is: 'manual', not: /Run manually|[Rr]un by hand|is by hand/ },
  { is: 'Line total', not: /"sum": "Sum"/ },
  { is: 'Qty', not: /"piecesHead": "(?!Qty)/, but: /zh-CN/ },
  { is: '“…”功能尚未开放', not: /没有对您隐藏/ },
]

test('sources are found', () => expect(Object.keys(sources).length).toBeGreaterThan(500))

test.each(terms)('$is is said with one word everywhere', ({ not, but }) => {
  const others = Object.entries(sources).flatMap(([file, source]) =>
    but?.test(file)
      ? []
      : source
          .split('\n')
          .flatMap((line, at) => (not.test(line) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
  )
  expect(others).toEqual([])
})
