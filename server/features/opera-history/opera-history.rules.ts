import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Modules whose rows by themselves reveal what happens in the farm, or which programs it uses. */
const TELLING = ['alarms', 'api-tokens']

/**
 * Modules of people, rights, devices and the provider's own lists, whose changes are not farm data. Those of every other
 * module are, including new ones, unless named here.
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
  'silence',
  'trajectory',
  'trajectory-analysis',
  'trial-customers',
  'users',
  'web-push',
])

/**
 * What a customer and its provider do together: the sentence of such a row says nothing of the farm that both do not know,
 * though its changes may. Of every other module that is not shown, the sentence waits for the consent too.
 */
const SPOKEN = [
  'basket',
  'good-favourites',
  'houses',
  'inquiries',
  'orders',
  'overhaul-parts',
  'overhaul-tests',
  'questions',
  'repair-parts',
  'repairs',
  'test-log',
  'trials',
]
const SAID = [...SHOWN, ...SPOKEN]
/** Whether the sentence of a row may name things without any consent. */
export const isSaid = (module: SQLWrapper): SQL<boolean> =>
  sql<boolean>`${module} = any(${sql.param(SAID)}::text[])`

/** The consent somebody above a farm needs to see a row's changes: to see the farm (RA) or to control it (RC). */
export type Needed = 'nothing' | 'farm' | 'remote'

export const neededFor = (module: string): Needed =>
  SHOWN.has(module) ? 'nothing' : module === 'settings' ? 'remote' : 'farm'

/** Whether a row of the module is itself farm data, visible only to the customer and those it shares with (RA). */
export const tellsOfFarm = (module: SQLWrapper): SQL<boolean> =>
  sql<boolean>`${module} = any(${sql.param(TELLING)}::text[])`
