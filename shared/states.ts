import { z } from 'zod'
import { type Access, Seen } from './endpoint.ts'
import type { Fields } from './field.ts'
import { typedShape } from './fields.ts'
import { type Kind, STAFF } from './permissions.ts'
import type { Text } from './text.ts'

/**
 * One step that people take with a record, said once: who may, when, what it asks, what its button and the operation history
 * call it. Endpoint, guard, buttons, form, timeline and tests are made of it.
 */
export interface Step<State extends string> {
  access: Access
  /** States it can be taken in. */
  from: readonly State[]
  /** The same for who is not of the provider's staff, where they are fewer. */
  clientFrom?: readonly State[]
  /** Where it leads; the record stays in its state without it. */
  to?: State
  /** Who is not of the provider's staff takes it only with what is their own: an agent not with that of its customer. */
  ofOwn?: true
  /** What is typed at it; its form starts from what the record says of these fields where that is what they change. */
  fields?: Fields
  startsFromRecord?: true
  /** The word of its button, and its entry in the timeline. */
  label: Text
  done: Text
  /** What taking it means, asked before it is taken. */
  asks?: Text
  /** What the other side is told: `{name}` took it, with `{number}` of `{customer}`. */
  tells?: Text
  /** Its sentence in the operation history. */
  says: Text
}
export type Steps<State extends string> = Readonly<Record<string, Step<State>>>

/** What decides whether a step can be taken with a record. */
export interface Standing<State extends string> {
  standing: State
  /** Of the viewer's own farm, or asked for by the viewer. */
  isOwn: boolean
}

/** Whether somebody of this kind can take the step with the record as it stands; their rights are asked elsewhere. */
export const isOpenTo = <State extends string>(
  { from, clientFrom = from, ofOwn }: Step<State>,
  { standing, isOwn }: Standing<State>,
  kind: Kind,
): boolean => (kind === STAFF ? from.includes(standing) : clientFrom.includes(standing) && (!ofOwn || isOwn))

type Typed<S> = S extends { fields: infer F extends Fields } ? ReturnType<typeof typedShape<F>> : unknown
type StepBody<S> = z.ZodObject<typeof Seen.shape & Typed<S>>
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

/** An endpoint for each step, named as it is: `POST {path}/:id/{step}`, with the version that whoever takes it has seen. */
export const stepEndpoints = <const P extends string, const S extends Steps<string>, I extends z.ZodType>(
  path: P,
  steps: S,
  item: I,
) =>
  Object.fromEntries(
    Object.entries<Step<string>>(steps).map(([name, { access, fields = {}, says }]) => [
      name,
      {
        method: 'POST',
        path: `${path}/:id/${name}`,
        access,
        body: z.object({ ...typedShape(fields), ...Seen.shape }),
        returns: item,
        says,
      },
    ]),
  ) as StepEndpoints<P, S, I>
