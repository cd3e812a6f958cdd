import { z } from 'zod'
import { type Access, Seen } from './endpoint.ts'
import type { Fields } from './field.ts'
import { typedShape } from './fields.ts'
import { type Kind, STAFF } from './permissions.ts'
import type { Text } from './text.ts'
import { SentId } from './tickets.ts'

/**
 * One step that people take with a record, defined once: who may, when, what it asks, and its name on the button and in the
 * operation history. Endpoint, guard, buttons, form, timeline and tests derive from it.
 */
export interface Step<State extends string> {
  access: Access
  /** States in which it can be taken. */
  from: readonly State[]
  /** The same for users other than the provider's staff, if there are fewer. */
  clientFrom?: readonly State[]
  /** The state it leads to; without it the record stays in its state. */
  to?: State
  /** Others than the provider's staff take it only with what is their own: an agent not with what is its customer's. */
  ofOwn?: true
  /** Input for it; its form starts with the record's values of these fields if those are what they change. */
  fields?: Fields
  startsFromRecord?: true
  /** Its sender makes up a key: sent again, it is taken once. A browser keeps it while there is no network. */
  isSentOnce?: true
  /** The text of its button, and its entry in the timeline. */
  label: Text
  done: Text
  /** The question asked before it is taken: what it means. */
  asks?: Text
  /** What the other side is told: `{name}` took it, with `{number}` of `{customer}`. */
  tells?: Text
  /** Its sentence in the operation history. */
  says: Text
}
export type Steps<State extends string> = Readonly<Record<string, Step<State>>>

/** What decides whether a step can be taken on a record. */
export interface Standing<State extends string> {
  standing: State
  /** Of the viewer's own farm, or requested by the viewer. */
  isOwn: boolean
}

/** Whether a user of this kind can take the step in the record's state; their rights are checked elsewhere. */
export const isOpenTo = <State extends string>(
  { from, clientFrom = from, ofOwn }: Step<State>,
  { standing, isOwn }: Standing<State>,
  kind: Kind,
): boolean => (kind === STAFF ? from.includes(standing) : clientFrom.includes(standing) && (!ofOwn || isOwn))

type Typed<S> = S extends { fields: infer F extends Fields } ? ReturnType<typeof typedShape<F>> : unknown
const sentOnce = { sentId: SentId }
type Keyed<S> = S extends { isSentOnce: true } ? typeof sentOnce : unknown
type StepBody<S> = z.ZodObject<typeof Seen.shape & Typed<S> & Keyed<S>>
type StepEndpoints<P extends string, S extends Steps<string>, I extends z.ZodType> = {
  [K in keyof S & string]: {
    method: 'POST'
    path: `${P}/:id/${K}`
    access: S[K]['access']
    body: StepBody<S[K]>
    returns: I
    says: Text
  }
}

/** An endpoint for each step, named after it: `POST {path}/:id/{step}`, with the version seen by whoever takes it. */
export const stepEndpoints = <const P extends string, const S extends Steps<string>, I extends z.ZodType>(
  path: P,
  steps: S,
  item: I,
) =>
  Object.fromEntries(
    Object.entries<Step<string>>(steps).map(([name, { access, fields = {}, isSentOnce, says }]) => [
      name,
      {
        method: 'POST',
        path: `${path}/:id/${name}`,
        access,
        body: z.object({ ...typedShape(fields), ...(isSentOnce && sentOnce), ...Seen.shape }),
        returns: item,
        says,
      },
    ]),
  ) as StepEndpoints<P, S, I>
