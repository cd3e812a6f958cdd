import * as air from './air-rules.ts'
import * as birds from './bird-rules.ts'
import * as curve from './curve-rules.ts'
import type { Rule } from './judged.ts'
import * as wiring from './wiring-rules.ts'

/** The rules over several settings, by the names that the table of safe ranges uses; told in this order. */
export const safetyRules: Readonly<Record<string, Rule>> = { ...birds, ...air, ...curve, ...wiring }
