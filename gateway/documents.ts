import { readFile } from 'node:fs/promises'
import { isMap, isNode, LineCounter, type Document as Parsed, parseDocument } from 'yaml'
import type { z } from 'zod'

/** Something wrong in a file, with the line to look at. */
export interface Problem {
  file: string
  /** counted from 1 */
  line: number
  /** where it is in the document, such as `registers.3.scale`; empty for the whole */
  field: string
  message: string
}

/** A file that cannot be used; its message has one line per problem. */
export class DocumentError extends Error {
  override name = 'DocumentError'
  readonly problems: readonly Problem[]
  constructor(problems: readonly Problem[]) {
    super(problems.map(sayProblem).join('\n'))
    this.problems = problems
  }
}

const sayProblem = ({ file, line, field, message }: Problem) =>
  `${file}:${line}: ${field === '' ? '' : `${field}: `}${message}`

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
export function readDocument<T>(text: string, schema: z.ZodType<T>, file: string): Read<T> {
  const counter = new LineCounter()
  const parsed = parseDocument(text, { lineCounter: counter })
  if (parsed.errors.length > 0)
    throw new DocumentError(
      parsed.errors.map(({ pos, message }) => ({
        file,
        line: counter.linePos(pos[0]).line,
        field: '',
        message: message.split('\n', 1)[0] ?? message,
      })),
    )
  const lineOf = (path: readonly PropertyKey[]) => lineIn(parsed, counter, path)
  const result = schema.safeParse(parsed.toJS())
  if (!result.success)
    throw new DocumentError(
      result.error.issues.map(issue => {
        const path = [...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [])]
        return { file, line: lineOf(path), field: issue.path.join('.'), message: issue.message }
      }),
    )
  return { value: result.data, file, lineOf }
}

/** Reads and checks a YAML file. */
export async function loadDocument<T>(path: string, schema: z.ZodType<T>): Promise<Read<T>> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new DocumentError([{ file: path, line: 1, field: '', message: error.message }])
  })
  return readDocument(text, schema, path)
}

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
