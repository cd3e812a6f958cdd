import { z } from 'zod'
import type { Endpoint } from '#shared/endpoint.ts'
import { type Grant, type Kind, permissionIds, permissions } from '#shared/permissions.ts'

/** The part of JSON Schema that our contracts use. */
export interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minimum?: number
  minLength?: number
  minItems?: number
}

export const inputSchema = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema

/** A value that the schema accepts; `known` gives fields by name that no schema can make up. */
export function sampleOf(schema: JsonSchema, known: Readonly<Record<string, unknown>> = {}): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const option = schema.anyOf?.find(({ type }) => type !== 'null')
  if (option) return sampleOf(option, known)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => schema.required?.includes(name) || name in known)
          .map(([name, inner]) => [name, name in known ? known[name] : sampleOf(inner, known)]),
      )
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => sampleOf(schema.items ?? {}, known))
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1)
    case 'boolean':
      return false
    case 'string':
      return schema.format === 'date-time'
        ? '2026-01-31T08:00:00.000Z'
        : schema.format === 'date'
          ? '2026-01-31'
          : wordOf(schema)
    default:
      return null
  }
}

/** A word, or a number if only that is accepted. */
function wordOf({ pattern, minLength = 0 }: JsonSchema): string {
  const word = 'sample'.padEnd(minLength, 's')
  return pattern === undefined || new RegExp(pattern).test(word) ? word : '1'
}

/** Everything a user of this kind can hold. */
export const everyGrant = (kind: Kind): Grant[] =>
  permissionIds
    .filter(id => (permissions[id].audience as readonly Kind[]).includes(kind))
    .flatMap(id => permissions[id].actions.map(action => `${id}:${action}` as Grant))

/** Grants of which any one opens the endpoint; none if every session may call it. */
export const grantsTo = ({ access }: Endpoint): readonly Grant[] =>
  access === 'public' || access === 'signedIn'
    ? []
    : typeof access === 'string'
      ? [access]
      : (access as readonly Grant[])

/** Kinds of user that can hold the grant. */
export const audienceOf = (grant: Grant): readonly Kind[] =>
  permissions[grant.split(':')[0] as keyof typeof permissions].audience
