import { fileURLToPath } from 'node:url'
import { type ESTree, type Plugin, parseSync, transformWithOxc, Visitor } from 'vite'

const NO_SCHEMAS = fileURLToPath(new URL('../web/data/no-schemas.ts', import.meta.url))
/** Not folders of this name in packages, or above this one. */
const SHARED = fileURLToPath(new URL('../shared/', import.meta.url))
/** What a schema does to a value: the stand-in refuses it in the browser, so it has to see it. */
const CHECK = /^(safe)?parse(Async)?$/

/** The name that a chain of calls and members begins with, `z` of `z.object({}).nullable()`; null for one that checks. */
function rootOf(expression: ESTree.Expression): string | null {
  let at: ESTree.Expression | ESTree.Super = expression
  for (;;) {
    if (at.type === 'CallExpression') at = at.callee
    else if (at.type === 'MemberExpression') {
      if (at.property.type === 'Identifier' && CHECK.test(at.property.name)) return null
      at = at.object
    } else return at.type === 'Identifier' ? at.name : null
  }
}

/** The code with `z` in the place of each schema that is built of it, or of one that stands above it in the same file. */
export function withoutSchemas(file: string, code: string): string {
  const schemas = new Set(['z'])
  const pieces: string[] = []
  let end = 0
  new Visitor({
    VariableDeclarator({ id, init }) {
      const root = init?.type === 'CallExpression' && rootOf(init)
      if (id.type === 'Identifier' && root && schemas.has(root)) schemas.add(id.name)
    },
    CallExpression(call) {
      const root = rootOf(call)
      if (call.start < end || root === null || !schemas.has(root)) return
      pieces.push(code.slice(end, call.start))
      end = call.end
    },
  }).visit(parseSync(file, code).program)
  return [...pieces, code.slice(end)].join('z')
}

/** Our TypeScript keeps imports as they are written; without the schemas many name something that nobody uses. */
const USED_IMPORTS_ONLY = { tsconfig: false, typescript: { onlyRemoveTypeImports: false } } as const

/**
 * The contracts describe bodies with zod, which is the server's work: the browser needs paths, access and types.
 * Inside `shared/` the browser gets a stand-in instead that builds nothing, no word of what would have been built, and no
 * file that only a schema asked for.
 */
export const contractsWithoutSchemas: Plugin = {
  name: 'contracts-without-schemas',
  enforce: 'pre',
  resolveId: (source, importer) => (source === 'zod' && importer?.startsWith(SHARED) ? NO_SCHEMAS : null),
  async transform(code, id) {
    const [file = id] = id.split('?')
    if (!file.startsWith(SHARED) || !code.includes(`from 'zod'`)) return null
    return transformWithOxc(withoutSchemas(file, code), file, USED_IMPORTS_ONLY)
  },
}
