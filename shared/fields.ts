import { z } from 'zod'
import { type Choices, valuesOf } from './choices.ts'
import { Id, Version } from './endpoint.ts'
import type { Field, Fields } from './field.ts'
import { line } from './line.ts'
import { Amount } from './money.ts'

type EnumOf<C> = z.ZodEnum<{ [V in keyof C & string]: V }>
type Value<F> = F extends { kind: 'text' | 'amount' }
  ? z.ZodString
  : F extends { kind: 'choice'; choices: infer C }
    ? EnumOf<C>
    : F extends { kind: 'choices'; choices: infer C }
      ? z.ZodArray<EnumOf<C>>
      : F extends { kind: 'instant' | 'moment' }
        ? z.ZodISODateTime
        : F extends { kind: 'day' }
          ? z.ZodISODate
          : F extends { kind: 'pictures' | 'attachments' | 'recordings' }
            ? z.ZodArray<z.ZodString>
            : z.ZodNumber
/** Never missing, but empty if nothing was entered: texts, several choices or files, and fields not in forms. */
type Always =
  | { kind: 'text' | 'choices' | 'count' | 'instant' | 'pictures' | 'attachments' }
  | { isRequired: true }
type Typed<F> = F extends Always ? Value<F> : z.ZodOptional<z.ZodNullable<Value<F>>>
type Shown<F> = F extends Always ? Value<F> : z.ZodNullable<Value<F>>

/**
 * The shape of a body: what a form may contain for these fields. A text is always present, empty if it is optional and not
 * given; any other optional field may be null or left out.
 */
export const typedShape = <F extends Fields>(fields: F) =>
  shapeOf(fields, typed) as { [N in keyof F]: Typed<F[N]> }

/** The shape of a row: what an answer contains for these fields. */
const shownShape = <F extends Fields>(fields: F) => shapeOf(fields, shown) as { [N in keyof F]: Shown<F[N]> }

/** A record with an id and a version, as in forms and in answers. `facts` are the fields that nobody enters. */
export function record<F extends Fields, G extends Fields>(typed: F, facts: G) {
  const fields: F & G = { ...typed, ...facts }
  return {
    fields,
    form: z.object({ ...typedShape(typed), version: Version.optional() }),
    item: z.object({ id: Id, version: Version, ...shownShape(fields) }),
  }
}

const shapeOf = (fields: Fields, schemaOf: (field: Field) => z.ZodType): unknown =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]))

const isAlways = (field: Field) =>
  ['text', 'choices', 'count', 'instant', 'pictures', 'attachments'].includes(field.kind) ||
  ('isRequired' in field && field.isRequired)

const shown = (field: Field) => (isAlways(field) ? valueSchema(field) : valueSchema(field).nullable())
const typed = (field: Field) => (isAlways(field) ? typedSchema(field) : typedSchema(field).nullish())

/** Values of the field, without its bounds: stored values may be older than the bounds. */
function valueSchema(field: Field) {
  switch (field.kind) {
    case 'text':
    case 'amount':
      return z.string()
    case 'choice':
      return z.enum(valuesOf(field.choices))
    case 'choices':
      return z.array(z.enum(valuesOf(field.choices)))
    case 'instant':
    case 'moment':
      return z.iso.datetime()
    case 'day':
      return z.iso.date()
    case 'number':
      return z.number()
    case 'pictures':
    case 'attachments':
    case 'recordings':
      return z.array(Id)
    default:
      return z.number().int()
  }
}

function typedSchema(field: Field) {
  switch (field.kind) {
    case 'text': {
      const text = field.hasLines ? z.string().trim().max(field.most) : line(field.most)
      return field.isRequired ? text.min(1) : text
    }
    case 'choices': {
      const values = valuesOf(field.choices)
      return z
        .array(z.enum(values))
        .min(field.isRequired ? 1 : 0)
        .max(values.length)
    }
    case 'pictures':
    case 'attachments':
    case 'recordings':
      return z
        .array(Id)
        .min(field.isRequired ? 1 : 0)
        .max(field.most)
    case 'amount':
      return Amount
    case 'whole':
      return z.number().int().min(field.least).max(field.most)
    case 'number':
      return z.number().min(field.least).max(field.most)
    default:
      return valueSchema(field)
  }
}

/** A list narrowed to one of these choices. */
export const chosen = <C extends Choices>(choices: C) =>
  z.enum(valuesOf(choices)).optional() as z.ZodOptional<EnumOf<C>>

/** The free search of a list. */
export const Search = z.string().trim().max(100).optional()
