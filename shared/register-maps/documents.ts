import { isMap, isNode, LineCounter, type Document as Parsed, parseDocument } from 'yaml'
import { z } from 'zod'
import { type Language, type Text, text } from '../text.ts'

/** Something wrong in a file, with the line to look at. */
export interface Problem {
  file: string
  /** counted from 1 */
  line: number
  /** where it is in the document, such as `registers.3.scale`; empty for the whole */
  field: string
  message: Text
}

/** What a rule of a schema says when it is broken, in both languages. */
export const saying = (says: Text) => ({ message: says['en-US'], params: { says } })

/** A file that cannot be used; its message has one line per problem. */
export class DocumentError extends Error {
  override name = 'DocumentError'
  readonly problems: readonly Problem[]
  constructor(problems: readonly Problem[]) {
    super(sayProblems(problems, 'en-US'))
    this.problems = problems
  }
  in(language: Language): string {
    return sayProblems(this.problems, language)
  }
}

const sayProblems = (problems: readonly Problem[], language: Language) =>
  problems
    .map(
      ({ file, line, field, message }) =>
        `${file}:${line}: ${field === '' ? '' : `${field}: `}${message[language]}`,
    )
    .join('\n')

/** A document that was read, and where its fields stand. */
export interface Read<T> {
  value: T
  file: string
  /** The line of a field, or of the nearest one around it. */
  lineOf(path: readonly PropertyKey[]): number
}

/**
 * Reads YAML text and checks it.
 * @throws DocumentError with the line of everything that is wrong
 */
export function readDocument<T>(yaml: string, schema: z.ZodType<T>, file: string): Read<T> {
  const counter = new LineCounter()
  const parsed = parseDocument(yaml, { lineCounter: counter })
  if (parsed.errors.length > 0)
    throw new DocumentError(
      parsed.errors.map(({ pos, message }) => {
        // The line is told beside it.
        const says = (message.split('\n', 1)[0] ?? '').replace(/ at line \d+, column \d+:?$/, '')
        return {
          file,
          line: counter.linePos(pos[0]).line,
          field: '',
          message: text(`不是有效的 YAML：${says}`, says),
        }
      }),
    )
  const lineOf = (path: readonly PropertyKey[]) => lineIn(parsed, counter, path)
  const value = plain(parsed, file)
  const result = schema.safeParse(value, { error: locales['en-US'] })
  if (result.success) return { value: result.data, file, lineOf }
  const chinese = schema.safeParse(value, { error: locales['zh-CN'] }).error?.issues
  throw new DocumentError(
    result.error.issues.map((issue, i) => {
      const path = [...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [])]
      const message = own(issue) ?? text(chinese?.[i]?.message ?? issue.message, issue.message)
      return { file, line: lineOf(path), field: issue.path.join('.'), message }
    }),
  )
}

/** The document as values. One whose references to its own parts would grow without end is refused. */
function plain(parsed: Parsed, file: string): unknown {
  try {
    return parsed.toJS()
  } catch (error) {
    const { message: says } = error as Error
    throw new DocumentError([{ file, line: 1, field: '', message: text(`不是有效的 YAML：${says}`, says) }])
  }
}

const locales = { 'zh-CN': z.locales.zhCN().localeError, 'en-US': z.locales.en().localeError }

/** What a rule of ours says. */
const own = (issue: z.core.$ZodIssue): Text | undefined =>
  issue.code === 'custom' ? (issue.params?.says as Text | undefined) : undefined

function lineIn(parsed: Parsed, counter: LineCounter, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length--) {
    const key = path[length - 1]
    const around = length === 1 ? parsed.contents : parsed.getIn(path.slice(0, length - 1), true)
    // The key, not its value: a value may begin on the next line.
    const pair = isMap(around)
      ? around.items.find(item => isNode(item.key) && String(item.key) === String(key))
      : undefined
    const node = pair?.key ?? parsed.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return counter.linePos(node.range[0]).line
  }
  return 1
}
