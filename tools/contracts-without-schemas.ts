import { fileURLToPath } from 'node:url'
import { type ESTree, type Plugin, parseSync, transformWithOxc, Visitor } from 'vite'

const NO_SCHEMAS = fileURLToPath(new URL('../web/data/no-schemas.ts', import.meta.url))
/** Excludes folders of this name in packages, or above this one. */
const SHARED = fileURLToPath(new URL('../shared/', import.meta.url))
/** Checks of a value: the stand-in refuses them in the browser, so it has to see them. */
const CHECK = /^(safe)?parse(Async)?$/

/** The name at the start of a chain of calls and members, `z` for `z.object({}).nullable()`; null if it checks. */
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

/** The code with `z` in place of each schema built from it, or from a schema above in the same file. */
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

/** Our TypeScript keeps imports as written; without the schemas many name something unused. */
const USED_IMPORTS_ONLY = { tsconfig: false, typescript: { onlyRemoveTypeImports: false } } as const

/**
 * Contracts describe bodies with zod, which is the server's work: the browser needs paths, access and types. Inside
 * `shared/` the browser therefore gets a stand-in that builds nothing, without the texts of the schemas and without files
 * that only a schema imports.
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
