import { z } from 'zod'

/** Side of the square in which a picture of a person or an organisation is stored, in pixels. */
export const PICTURE_SIDE = 256
/** Most bytes of it. */
export const PICTURE_BYTES = 200_000

/** The bytes of a picture: a JPEG of that size. */
export const Picture = z.custom<Uint8Array>(value => value instanceof Uint8Array)
