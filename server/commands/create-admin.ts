import { randomBytes } from 'node:crypto'
import { LoginId } from '#shared/accounts.ts'
import { firstAdministrator, seed } from '../demo/seed/seed.ts'
import { asOwner, withDatabase } from '../platform/database/connect.ts'
import { prepareDatabase } from '../platform/database/prepare.ts'
import { StartError } from '../platform/start-error.ts'
import { command } from './command.ts'

/**
 * npm run admin:create -- <login>: creates the first administrator of an installation with DEMO=off. Takes the password
 * from ADMIN_PASSWORD; otherwise makes a random one and prints it once.
 */
await command(async config => {
  const username = process.argv[2] ?? config.adminLogin
  if (!LoginId.safeParse(username).success || !username)
    throw new StartError(
      'Name the login id: npm run admin:create -- <login> (3 to 64 letters, digits, - _ @ or .)',
    )
  if (config.demo) throw new StartError('The demonstration has its accounts already: set DEMO=off')
  const password = config.adminPassword ?? randomBytes(12).toString('base64url')
  const { adminLogin: _login, adminPassword: _password, ...plain } = config
  await withDatabase(config, async urls => {
    await prepareDatabase(urls, config.appSecret, owner => seed(owner, plain))
    const added = await asOwner(urls, owner => firstAdministrator(owner, { username, password }))
    if (!added) throw new StartError('There are users already: an administrator adds others under Users')
  })
  console.log(
    `Administrator ${username}${config.adminPassword ? '' : `, password ${password} (shown this once)`}`,
  )
})
