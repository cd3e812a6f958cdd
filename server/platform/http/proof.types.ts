// Every line below a ts-expect-error must fail to compile; the type check reports it if one does not.
import { z } from 'zod'
import { get, post } from '#shared/endpoint.ts'
import { feature } from './feature.ts'

const says = { 'en-US': 'Did', 'zh-CN': '做' }

// @ts-expect-error an action this permission does not offer
get('/a', 'workplace:import', { returns: z.null() })
// @ts-expect-error no such permission
get('/a', 'houses:query', { returns: z.null() })
// @ts-expect-error access is not optional
get('/a', { returns: z.null() })
// @ts-expect-error a change that the operation history has no words for
post('/a', 'signedIn', { returns: z.null() })

const named = { name: get('/a', 'signedIn', { returns: z.string() }) }
// @ts-expect-error a handler is missing
feature('a', named, {})
// @ts-expect-error a handler answers what the contract does not say
feature('a', named, { name: () => 5 })
// @ts-expect-error a handler for a call that does not exist
feature('a', named, { name: () => '', other: () => '' })
feature('a', named, { name: ({ viewer }) => viewer.actualName })
feature('a', named, {
  // @ts-expect-error reading writes no history
  name: ({ tellHistory }) => String(tellHistory({})),
})

const open = { name: get('/a', 'public', { returns: z.string() }) }
feature('a', open, {
  // @ts-expect-error without a session there is no viewer
  name: ({ viewer }) => viewer.actualName,
})
feature('a', open, {
  // @ts-expect-error without a viewer there is no scope, and without a scope no database
  name: ({ db }) => String(db),
})

const one = {
  change: post('/a/:id', 'signedIn', { body: z.object({ n: z.number() }), returns: z.number(), says }),
}
feature('a', one, { change: ({ params, body }) => body.n + params.id.length })
feature('a', one, {
  // @ts-expect-error a parameter the path does not have
  change: ({ params }) => params.houseId.length,
})
feature('a', one, {
  // @ts-expect-error a field the body does not have
  change: ({ body }) => body.m,
})
