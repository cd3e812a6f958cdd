import { z } from 'zod'
import type { Endpoint } from '#shared/endpoint.ts'
import type { Feature } from './feature.ts'

type Schema = Record<string, unknown>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Schema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

const wrapped = (data: Schema): Schema => ({
  type: 'object',
  required: ['code', 'data', 'message'],
  properties: { code: { const: 0 }, data, message: { type: 'string' } },
})

const json = (description: string, schema: Schema) => ({
  description,
  content: { 'application/json': { schema } },
})

const refusal = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
})

function parameters({ path, query }: Endpoint) {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1, maxLength: 64 },
  }))
  if (!query) return inPath
  const { properties = {}, required = [] } = schemaOf(query, 'input') as {
    properties?: Record<string, Schema>
    required?: string[]
  }
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
  return [...inPath, ...inQuery]
}

function described({ access, kinds, summary }: Endpoint): string {
  const needs =
    access === 'public'
      ? 'Needs no session.'
      : access === 'signedIn'
        ? 'Needs a session.'
        : `Needs ${typeof access === 'string' ? access : access.join(' or ')}.`
  const only = kinds ? ` Only users of kind ${kinds.join(', ')}.` : ''
  return `${summary ? `${summary} ` : ''}${needs}${only}`
}

function operation(tag: string, name: string, endpoint: Endpoint) {
  const { access, body, takes, returns, says, summary } = endpoint
  const isOpen = access === 'public'
  return {
    tags: [tag],
    operationId: `${tag}.${name}`,
    summary: summary ?? says?.['en-US'] ?? name,
    description: described(endpoint),
    parameters: parameters(endpoint),
    ...(body && {
      requestBody: {
        required: !body.safeParse({}).success,
        content: takes
          ? { [takes]: { schema: { type: 'string', format: 'binary' } } }
          : { 'application/json': { schema: schemaOf(body, 'input') } },
      },
    }),
    responses: {
      200: json('Done', wrapped(schemaOf(returns, 'output'))),
      400: refusal('Wrong input; `data` lists the fields'),
      ...(isOpen ? {} : { 401: refusal('No valid session'), 403: refusal('Not allowed') }),
      ...(endpoint.path.includes(':') && { 404: refusal('Not found, or outside the scope of the caller') }),
      ...(isOpen && { 429: refusal('Too many tries') }),
      500: refusal('Failed on the server'),
      503: refusal('The database cannot be reached; try again'),
    },
    security: isOpen ? [] : [{ token: [] }],
  }
}

/** The OpenAPI 3.1 document of all features, made from their contracts. */
export function openApiDocument(features: readonly Feature[], version: string) {
  const paths: Record<string, Record<string, ReturnType<typeof operation>>> = {}
  for (const { name: tag, contract } of features)
    for (const [name, endpoint] of Object.entries<Endpoint>(contract)) {
      const path = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(tag, name, endpoint) }
    }
  return {
    openapi: '3.1.0',
    info: { title: 'Smart Farm', version },
    servers: [{ url: '/' }],
    tags: features.map(({ name }) => ({ name })),
    paths,
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Access-Token' } },
      schemas: {
        Refusal: {
          type: 'object',
          required: ['code', 'data', 'message'],
          properties: {
            code: { type: 'integer' },
            data: {},
            message: { type: 'string' },
            result: { type: 'object', properties: { isLogin: { type: 'boolean' } } },
          },
        },
      },
    },
  }
}
