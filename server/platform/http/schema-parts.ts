import type { z } from 'zod'

/** The schemas inside a schema; which of them there are depends on its kind. */
interface SchemaParts {
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  options?: z.ZodType[]
  valueType?: z.ZodType
}

export const partsOf = (schema: z.ZodType): SchemaParts => schema.def as SchemaParts
