import { z } from 'zod'
import { get, put } from '../endpoint.ts'
import { line } from '../line.ts'
import { languages } from '../text.ts'
import { unitSystems } from '../units.ts'

export const primaries = ['blue', 'geek', 'purple', 'cyan', 'green', 'orange', 'rose'] as const
export const themes = ['light', 'dark', 'system', 'clock'] as const
const rowHeights = ['compact', 'normal', 'roomy'] as const

const ColumnKey = line(64).min(1)
/** Most views of one list that a user keeps under names. */
export const SAVED_VIEWS_MAX = 20

const SavedView = z.object({
  name: line(40).min(1),
  /** By the names of the list's filters. */
  filters: z
    .record(line(64).min(1), line(200))
    .refine(filters => Object.keys(filters).length <= 40, { message: 'at most 40 filters' }),
  sort: line(64).optional(),
})

const ListView = z.object({
  /** Column keys in the wanted order. */
  order: z.array(ColumnKey).max(100),
  /** Columns shown or hidden by hand. */
  shown: z
    .record(ColumnKey, z.boolean())
    .refine(shown => Object.keys(shown).length <= 100, { message: 'at most 100 columns' }),
  height: z.enum(rowHeights),
  /** Filters and orders kept under names. */
  saved: z.array(SavedView).max(SAVED_VIEWS_MAX).optional(),
})

/** What a user can choose, each separately: between two browsers the later choice of each stays. */
const choices = {
  theme: z.enum(themes),
  layout: z.enum(['side', 'top']),
  colour: z.enum(primaries),
  width: z.enum(['fluid', 'fixed']),
  fixedSidebar: z.boolean(),
  language: z.enum(languages),
  units: z.enum(unitSystems),
}

/** Most lists a user may have a view of. */
export const LIST_VIEWS_MAX = 200

/** The choices of a user, without those never made. */
export const Preferences = z.object({
  ...z.object(choices).partial().shape,
  /** By the path of the list's endpoint. */
  lists: z.record(z.string(), ListView),
})
export type Preferences = z.infer<typeof Preferences>
type ChoiceName = keyof typeof choices
export const choiceNames = Object.keys(choices) as ChoiceName[]

/** How long ago something was chosen, ms: a difference is right even if the device's clock is wrong. */
const ago = z.number().int().min(0).max(31_536_000_000)
const chosen = <T extends z.ZodType>(value: T) => z.object({ value: value.nullable(), ago })

/** New choices; null means never chosen. */
const NewChoices = z.object({
  theme: chosen(choices.theme).optional(),
  layout: chosen(choices.layout).optional(),
  colour: chosen(choices.colour).optional(),
  width: chosen(choices.width).optional(),
  fixedSidebar: chosen(choices.fixedSidebar).optional(),
  language: chosen(choices.language).optional(),
  units: chosen(choices.units).optional(),
  lists: z
    .record(
      z
        .string()
        .max(200)
        .regex(/^\/[\w/-]+$/),
      chosen(ListView),
    )
    .refine(lists => Object.keys(lists).length <= LIST_VIEWS_MAX, { message: 'at most 200 lists' })
    .default({}),
})
export type NewChoices = z.input<typeof NewChoices>

const path = '/admin/auth/user/preferences'

/** Appearance and lists as chosen by the signed-in user; nobody sees or changes another's. */
export const preferences = {
  read: get(path, 'signedIn', { returns: Preferences, summary: 'What the user chose, in whatever browser.' }),
  choose: put(path, 'signedIn', {
    whenReadOnly: true,
    body: NewChoices,
    returns: Preferences,
    // Nothing happened to the farm when somebody changes how their screen looks.
    says: null,
  }),
}
