import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Modules whose rows say by themselves what happens in the farm, or which programs it uses. */
const TELLING = ['alarms', 'api-tokens']

/**
 * Modules of people, rights, devices and the provider's own lists: what their rows changed is no farm data. Of every other
 * module it is, a new one included, until it is named here.
 */
const SHOWN = new Set([
  'agent-area',
  'agent-categories',
  'agent-materials',
  'agents',
  'cage-types',
  'customers',
  'departments',
  'devices',
  'farm-access',
  'files',
  'house-groups',
  'iot-products',
  'jobs',
  'login-history',
  'notice-channels',
  'notices',
  'open-sessions',
  'opera-history',
  'overhaul',
  'overhaul-items',
  'overhaul-pushes',
  'password',
  'personal',
  'preferences',
  'registration',
  'roles',
  'second-factor',
  'session',
  'trajectory',
  'trajectory-analysis',
  'trial-customers',
  'users',
  'web-push',
])

/** What somebody above a farm must be allowed to see what a row changed: to see the farm (RA), or to control it (RC). */
export type Needed = 'nothing' | 'farm' | 'remote'

export const neededFor = (module: string): Needed =>
  SHOWN.has(module) ? 'nothing' : module === 'settings' ? 'remote' : 'farm'

/** Whether a row of the module by itself is farm data, which only the customer and whom it shares with (RA) see. */
export const tellsOfFarm = (module: SQLWrapper): SQL<boolean> =>
  sql<boolean>`${module} = any(${sql.param(TELLING)}::text[])`
