import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Empty when the program is installed, otherwise why tests with it are skipped. */
export const noOpenssl = spawnSync('openssl', ['version']).error ? ' (openssl is not installed)' : ''

/** Certificates as an operator makes them: `name.crt` and `name.key` in a folder of their own. */
export function certificates() {
  const folder = mkdtempSync(join(tmpdir(), 'smart-farm-tls-'))
  // The broker may run as another user.
  chmodSync(folder, 0o755)
  const openssl = (...words: string[]) => {
    const { status, stderr } = spawnSync('openssl', words, { cwd: folder })
    if (status !== 0) throw new Error(String(stderr))
  }
  const key = (name: string) => ['-newkey', 'rsa:2048', '-nodes', '-keyout', `${name}.key`]
  const path = (file: string) => join(folder, file)
  return {
    path,
    read: (file: string) => readFileSync(path(file), 'utf8'),
    /** Makes a separate authority. */
    authority(name: string): void {
      openssl('req', '-x509', ...key(name), '-out', `${name}.crt`, '-subj', `/CN=${name}`)
    },
    /** Makes a certificate for a name, signed by one of the authorities. */
    signed(name: string, commonName: string, by: string): void {
      openssl('req', '-new', ...key(name), '-out', `${name}.csr`, '-subj', `/CN=${commonName}`)
      const authority = ['-CA', `${by}.crt`, '-CAkey', `${by}.key`, '-CAcreateserial']
      openssl('x509', '-req', '-in', `${name}.csr`, ...authority, '-out', `${name}.crt`)
      chmodSync(path(`${name}.key`), 0o644)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
