import type { Language } from '#shared/text.ts'
import { isLoopback } from '../platform/config.ts'

interface Shown {
  url: string
  /** Where web and devices are listened for. */
  host: string
  isEncrypted: boolean
  mqttUrl: string
  group: string
  accounts: { label: Record<Language, string>; username: string; password: string }[] | null
}

/** What the person who started the server needs to know. */
export function banner({ url, host, isEncrypted, mqttUrl, group, accounts }: Shown): string {
  const lines = ['', `  Smart Farm   ${url}`, `  Devices      ${mqttUrl}   Sparkplug B, group ${group}`, '']
  if (accounts) {
    const width = Math.max(...accounts.map(({ username }) => username.length))
    lines.push('  Demonstration accounts (user, password):')
    for (const { username, password, label } of accounts)
      lines.push(`    ${username.padEnd(width)}  ${password}  ${label['en-US']}`)
    if (!isLoopback(host)) lines.push('', ...warning(host, isEncrypted))
    lines.push('', '  Live houses are simulated. DEMO=off starts an empty installation.', '')
  }
  lines.push('  Ctrl-C stops everything.', '')
  return lines.join('\n')
}

/** A demonstration that other machines reach: what that means, and how to end it. */
const warning = (host: string, isEncrypted: boolean): string[] => [
  `  !! WARNING  This demonstration is open to other machines: HOST=${host}`,
  '  !! Whoever learns a password above can see and change everything in it.',
  ...(isEncrypted
    ? []
    : ['  !! Nothing is encrypted: passwords can be read on the way. Set TLS_CERT and TLS_KEY.']),
  '  !! HOST=127.0.0.1 closes it. A real farm wants DEMO=off.',
]
