import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { asOwner, withDatabase } from '../platform/database/connect.ts'
import { readMark } from '../platform/database/marks.ts'
import { QUEUE_SCHEMA } from '../platform/database/queue-schema.ts'
import { StartError } from '../platform/start-error.ts'
import { command } from './command.ts'

/** npm run reset-demo: empties a database that holds a demonstration, and no other. */
await command(config =>
  withDatabase(config, async urls => {
    await asOwner(urls, async owner => {
      const { rows: tables } = await owner.query(`select to_regclass('installation') as found`)
      if (!tables[0]?.found) throw new StartError('The database is empty already')
      if ((await readMark(owner, 'purpose')) !== 'demo')
        throw new StartError('This database holds a real installation; it is not emptied')
      const { rows } = await owner.query(`select from pg_stat_activity
        where datname = current_database() and usename in ('smart_farm_app', 'smart_farm_ingest')`)
      if (rows.length > 0) throw new StartError('Smart Farm runs on this database: stop it first')
      await owner.query(`drop schema if exists ${QUEUE_SCHEMA} cascade`)
      await owner.query('drop schema public cascade')
      await owner.query('create schema public')
      await owner.query('grant usage on schema public to public')
    })
    rmSync(join(config.dataDir, 'demo.json'), { force: true })
    rmSync(join(config.dataDir, 'files'), { recursive: true, force: true })
    console.log('The demonstration is gone; the next start begins with an empty database.')
  }),
)
