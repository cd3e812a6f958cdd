import type { Language } from '#shared/text.ts'

interface Shown {
  url: string
  mqttUrl: string
  group: string
  accounts: { label: Record<Language, string>; username: string; password: string }[] | null
}

/** What the person who started the server needs to know. */
export function banner({ url, mqttUrl, group, accounts }: Shown): string {
  const lines = ['', `  Smart Farm   ${url}`, `  Devices      ${mqttUrl}   Sparkplug B, group ${group}`, '']
  if (accounts) {
    const width = Math.max(...accounts.map(({ username }) => username.length))
    lines.push('  Demonstration accounts (user, password):')
    for (const { username, password, label } of accounts)
      lines.push(`    ${username.padEnd(width)}  ${password}  ${label['en-US']}`)
    lines.push('', '  Live houses are simulated. DEMO=off starts an empty installation.', '')
  }
  lines.push('  Ctrl-C stops everything.', '')
  return lines.join('\n')
}
