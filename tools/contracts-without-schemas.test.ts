import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { contractsWithoutSchemas, withoutSchemas } from './contracts-without-schemas.ts'

const inBrowser = (code: string) => withoutSchemas('contract.ts', code)

test('schemas, and values built from them in the same file, are left out of the browser build', () => {
  const code = `
    const Id = z.string().max(20)
    const House = z.object({ id: Id, type: z.enum(houseTypes) }).extend(Named.shape)
    const Filter = House.pick({ type: true }).optional()
    export const houses = { get: get('/houses/:id', 'house:get', { returns: z.array(House) }) }`
  expect(inBrowser(code)).toBe(`
    const Id = z
    const House = z
    const Filter = z
    export const houses = { get: get('/houses/:id', 'house:get', { returns: z }) }`)
})

test('types and everything that is not a schema stay', () => {
  const code = `
    export type House = z.infer<typeof House>
    export const dayOf = (at: Date) => at.toISOString().slice(0, 10)
    const size = sizes.map(one => one.z)`
  expect(inBrowser(code)).toBe(code)
})

test('calls that would check a value stay, and the stand-in refuses them', () => {
  expect(inBrowser('const row = z.array(Row).parse(value)')).toBe('const row = z.parse(value)')
  expect(inBrowser('const row = Row.safeParse(value)')).toBe('const row = Row.safeParse(value)')
})

test('an import only schemas needed is dropped, and other files stay as they are', async () => {
  const { transform } = contractsWithoutSchemas
  if (typeof transform !== 'function') throw new Error('the plugin has no transform')
  const code = `import { z } from 'zod'
    import { houseTypes } from '../signals.ts'
    import { get } from '../endpoint.ts'
    export const houses = get('/houses', { returns: z.enum(houseTypes) })`
  const transformed = async (id: string) => {
    const result = await Reflect.apply(transform, undefined, [code, id])
    return typeof result === 'object' && result !== null && 'code' in result ? result.code : result
  }
  const contract = await transformed(fileURLToPath(new URL('../shared/contracts/houses.ts', import.meta.url)))
  expect(contract).toContain('endpoint.ts')
  expect(contract).not.toContain('signals.ts')
  expect(await transformed('/elsewhere/shared/houses.ts')).toBe(null)
})
