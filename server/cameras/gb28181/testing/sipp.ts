import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Empty when SIPp is installed, otherwise why tests with it are skipped. */
export const noSipp = spawnSync('sipp', ['-v'], { stdio: 'ignore' }).error ? ' (sipp is not installed)' : ''

/** A step of a conversation: what SIPp sends, or the status that it expects. */
export type SippStep =
  | { send: string; retrans?: boolean }
  | { expect: number; auth?: boolean }
  | { pauseMs: number }

const xmlOf = (step: SippStep): string => {
  if ('send' in step) return `<send${step.retrans ? ' retrans="500"' : ''}><![CDATA[${step.send}]]></send>`
  if ('pauseMs' in step) return `<pause milliseconds="${step.pauseMs}"/>`
  return `<recv response="${step.expect}"${step.auth ? ' auth="true"' : ''}/>`
}

/**
 * Holds a conversation with a server as SIPp does it, and resolves to whether the server said what was expected, in the order
 * expected.
 */
export async function sipp(
  port: number,
  steps: readonly SippStep[],
  {
    user = '',
    password = '',
    transport = 'u1',
  }: { user?: string; password?: string; transport?: 'u1' | 't1' } = {},
): Promise<{ ok: boolean; output: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'smart-farm-sipp-'))
  const scenario = join(folder, 'scenario.xml')
  writeFileSync(
    scenario,
    `<?xml version="1.0" encoding="ISO-8859-1"?>\n<scenario name="device">\n${steps.map(xmlOf).join('\n')}\n</scenario>\n`,
  )
  const words = `-sf ${scenario} -i 127.0.0.1 -t ${transport} -m 1 -r 1 -nostdin -timeout 30 -timeout_error -trace_err -error_file ${join(folder, 'errors')}`
  try {
    return await new Promise(resolve => {
      execFile(
        'sipp',
        [...words.split(' '), '-au', user, '-ap', password, '-s', user, `127.0.0.1:${port}`],
        { cwd: folder },
        (error, stdout, stderr) => resolve({ ok: error === null, output: (stdout + stderr).slice(-2_000) }),
      )
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A message of a device to a platform, as SIPp fills it in. */
export function sippMessage(
  method: string,
  {
    deviceId,
    domain,
    serverId,
    cseq,
    more = '',
    body = '',
  }: {
    deviceId: string
    domain: string
    serverId: string
    cseq: number
    more?: string
    body?: string
  },
): string {
  return `
${method} sip:${serverId}@${domain} SIP/2.0
Via: SIP/2.0/[transport] [local_ip]:[local_port];rport;branch=[branch]
From: <sip:${deviceId}@${domain}>;tag=[call_number]
To: <sip:${method === 'REGISTER' ? deviceId : serverId}@${domain}>
Call-ID: [call_id]
CSeq: ${cseq} ${method}
Contact: <sip:${deviceId}@[local_ip]:[local_port]>
Max-Forwards: 70
${more}Content-Length: [len]

${body}`
}
