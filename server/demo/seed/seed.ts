import { drizzle } from 'drizzle-orm/node-postgres'
import type { Client } from 'pg'
import { Email } from '#shared/accounts.ts'
import { STAFF } from '#shared/permissions.ts'
import { passwordFault } from '../../people/accounts/password-rules.ts'
import type { Config } from '../../platform/config.ts'
import { readMark, writeMark } from '../../platform/database/marks.ts'
import * as schema from '../../platform/database/schema.ts'
import { SYSTEM } from '../../platform/database/scope.ts'
import { SET_SCOPE, scopeValues } from '../../platform/database/scoped-query.ts'
import { template } from '../../platform/http/texts.ts'
import { StartError } from '../../platform/start-error.ts'
import { addAccount, addBuiltInRoles } from './accounts.ts'
import { addAgents } from './agents/agents.ts'
import { addArticles } from './articles/articles.ts'
import { refreshDemo, seedDemo } from './demo.ts'
import { addAlarmRules } from './demo-alarm-rules.ts'
import { addDemoCameras } from './demo-cameras.ts'
import { addDemoCustomers } from './demo-customers.ts'
import { addEnergyPrices } from './demo-energy-prices.ts'
import { demoGateways, demoProvider } from './demo-farms.ts'
import { keepFeedBooks } from './demo-feed-book.ts'
import { addHistory } from './demo-history.ts'
import { addInquiries } from './demo-inquiries.ts'
import { addOrders } from './demo-orders.ts'
import { addOverhauls } from './demo-overhaul.ts'
import { tellPastFlocks } from './demo-past-flocks.ts'
import { addQuestions } from './demo-questions.ts'
import { tellDemoDays } from './demo-records.ts'
import { addRepairs } from './demo-repairs.ts'
import { addTrade } from './demo-trade.ts'
import { addVisits } from './demo-visits.ts'
import { addWebhooks } from './demo-webhooks.ts'
import { addFeatureSeeds } from './feature-seeds.ts'
import { addGoods } from './goods/goods.ts'
import { addIotProducts } from './iot-products.ts'
import { addOffice } from './offices.ts'

export type SeedConfig = Pick<
  Config,
  'demo' | 'appSecret' | 'dataDir' | 'timeZone' | 'adminLogin' | 'adminPassword'
>

/** How an existing database of the other purpose is refused. */
const refusals = {
  demo: 'This database holds a demonstration: empty it with npm run reset-demo before starting with DEMO=off, or start with DEMO=on',
  real: 'This database holds a real installation: start it with DEMO=off',
}

/**
 * Fills an empty database: provider, built-in roles, and either the demonstration or the first administrator. A
 * filled one is left as it is, except for the demonstration's secrets. Throws StartError when the database serves the
 * other purpose. Under the lock of the migrations, with the owner's connection.
 */
export async function seed(client: Client, config: SeedConfig): Promise<void> {
  const purpose = config.demo ? 'demo' : 'real'
  const mark = await readMark(client, 'purpose')
  if (mark && mark !== purpose) throw new StartError(refusals[mark === 'demo' ? 'demo' : 'real'])
  await client.query('begin')
  try {
    await client.query(SET_SCOPE, scopeValues(SYSTEM))
    const db = drizzle({ client, schema })
    if (!mark) {
      const provider = await addOffice(client, {
        parent: null,
        kind: 'provider',
        name: demoProvider,
        timeZone: config.timeZone,
      })
      const roles = await addBuiltInRoles(db)
      await writeMark(client, 'purpose', purpose)
      await addFeatureSeeds(client)
      if (config.demo) await seedDemo(client, db, provider, roles, config)
    } else await addFeatureSeeds(client) // a database from before there were any
    if (config.demo) {
      await addDemoCustomers(client, config.timeZone)
      await addIotProducts(client, db)
      await addArticles(client, db, config.dataDir)
      await addGoods(client, db, config.dataDir)
      await addTrade(client)
      await refreshDemo(client, db, config)
      await addVisits(client)
      await addQuestions(client)
      await addInquiries(client)
      await addOrders(client)
      await tellDemoDays(client, code => demoGateways.has(code))
      await tellPastFlocks(client)
      await keepFeedBooks(client)
      await addRepairs(client)
      await addOverhauls(client)
      await addAgents(client, db, config.dataDir)
      await addAlarmRules(client)
      await addEnergyPrices(client)
      await addWebhooks(client, config.appSecret)
      await addDemoCameras(client, config.appSecret)
      await addHistory(client)
    } else if (config.adminLogin && config.adminPassword)
      await firstAdministrator(client, { username: config.adminLogin, password: config.adminPassword })
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  if (!mark) await client.query('analyze')
}

/**
 * Adds an administrator of the provider if the installation has none yet. Inside a transaction with the system's
 * scope. Returns whether it did. Throws StartError for a password that is not allowed.
 */
export async function firstAdministrator(
  client: Client,
  { username, password }: { username: string; password: string },
): Promise<boolean> {
  const db = drizzle({ client, schema })
  if ((await db.$count(schema.account)) > 0) return false
  // If the login id is an e-mail address, a new password can be mailed to it.
  const email = Email.safeParse(username).data
  const fault = await passwordFault(password, [username])
  if (fault) throw new StartError(`ADMIN_PASSWORD: ${template('en-US', fault)}`)
  const { rows } = await client.query(`select r.id as "roleId", o.id, o.path from role r
    join office o on o.path = r.office_path where r.key = 'administrator'`)
  const { roleId, ...office } = rows[0]
  await addAccount(db, { office, username, email, password, kind: STAFF, actualName: username, roleId })
  return true
}
