import pg from 'pg'

/** One connection like the server's own, in a viewer's scope. */
export function scopedPool(connectionString: string, path: string, farm: string): pg.Pool {
  const scope = { lo: path, hi: path.replace(/\.$/, '/'), farm, customers: 'all' }
  const options = Object.entries(scope).map(([name, value]) => `-c app.${name}=${value}`)
  const pool = new pg.Pool({ connectionString, max: 1, options: options.join(' ') })
  // The server may stop its database while this is still closing.
  pool.on('error', () => {})
  return pool
}
