import type { SystemAlarm } from '#shared/contracts/system-monitor.ts'
import { DISK_LOW } from '#shared/limits.ts'
import { type Text, text } from '#shared/text.ts'
import { dateIn } from '#shared/zone-time.ts'
import type { KnownCertificate } from '../../platform/database/tables/system.ts'
import { isOld, type Known } from './backups/due.ts'
import type { KnownDisk } from './disks.ts'

const DAY_MS = 86_400_000
/** The limit that raises an alarm, and the one that clears it, so that it does not flap. */
const FREE_SHARE = { raised: DISK_LOW.share, cleared: DISK_LOW.share * 1.2 }
const FREE_BYTES = { raised: DISK_LOW.bytes, cleared: DISK_LOW.bytes * 1.2 }
const FULL_WITHIN_MS = { raised: 14 * DAY_MS, cleared: 21 * DAY_MS }
const WAITED_MS = { raised: 60_000, cleared: 10_000 }
const CERTIFICATE_MS = 21 * DAY_MS

/** What there is to judge. */
export interface Health {
  now: number
  disks: readonly KnownDisk[]
  certificates: readonly KnownCertificate[]
  /** Age of a gateway's oldest waiting message. */
  oldestMs: number
  backups: Known
  /** Offices with messages that reach nobody, by what they are about. */
  unreached: number
}

export interface Trouble extends Pick<SystemAlarm, 'kind' | 'subject'> {
  level: 'warning' | 'critical'
  title: Text
}

const certificateWords: Record<KnownCertificate['name'], Text> = {
  server: text('服务器证书', 'The server certificate'),
  broker: text('连接外部 MQTT 服务器的证书', 'The outside MQTT broker certificate'),
}

/** What is wrong with the system itself. `stands` says whether staff have already been told. Days are in `timeZone`. */
export function troublesOf(
  { now, disks, certificates, oldestMs, backups, unreached }: Health,
  stands: (trouble: Pick<SystemAlarm, 'kind' | 'subject'>) => boolean,
  timeZone: string,
): Trouble[] {
  const limit = <T>(of: { raised: T; cleared: T }, kind: Trouble['kind'], subject: string) =>
    stands({ kind, subject }) ? of.cleared : of.raised
  const day = (at: number) => dateIn(timeZone, new Date(at))
  const troubles: Trouble[] = []
  for (const { host, free, total, fullAt } of disks) {
    const share = total > 0 ? free / total : 1
    const isLow = share < limit(FREE_SHARE, 'disk', host)
    const isTight = total > 0 && free < limit(FREE_BYTES, 'disk', host)
    const isSoon = fullAt !== null && fullAt - now < limit(FULL_WITHIN_MS, 'disk', host)
    if (!isLow && !isTight && !isSoon) continue
    const percent = Math.floor(share * 100)
    const title = isTight
      ? text(
          `服务器 ${host} 磁盘只剩 ${Math.floor(free / 1e6)} MB，写满后设备数据将无法保存`,
          `Only ${Math.floor(free / 1e6)} MB of the disk of ${host} is free. Once it is full, no data is stored`,
        )
      : isLow
        ? text(`服务器 ${host} 磁盘只剩 ${percent}%`, `Only ${percent} % of the disk of ${host} is free`)
        : text(
            `服务器 ${host} 的磁盘预计 ${day(fullAt ?? now)} 写满`,
            `The disk of ${host} will be full on ${day(fullAt ?? now)}`,
          )
    troubles.push({ kind: 'disk', subject: host, level: 'critical', title })
  }
  for (const { name, endsAt } of certificates) {
    const ends = Date.parse(endsAt)
    if (ends - now >= CERTIFICATE_MS) continue
    const { 'zh-CN': chinese, 'en-US': english } = certificateWords[name]
    const title =
      ends > now
        ? text(`${chinese}将于 ${day(ends)} 到期`, `${english} expires on ${day(ends)}`)
        : text(`${chinese}已于 ${day(ends)} 到期`, `${english} expired on ${day(ends)}`)
    troubles.push({ kind: 'certificate', subject: name, level: ends > now ? 'warning' : 'critical', title })
  }
  if (oldestMs >= limit(WAITED_MS, 'queue', ''))
    troubles.push({
      kind: 'queue',
      subject: '',
      level: 'critical',
      title: text(
        '设备消息积压，超过 1 分钟未写入数据库',
        'Controller messages have been waiting over a minute to be stored',
      ),
    })
  if (unreached > 0)
    troubles.push({
      kind: 'unreached',
      subject: '',
      level: 'warning',
      title: text('有消息无人接收，请查看系统监控', 'Messages reach nobody. See the system monitor'),
    })
  return [...troubles, ...troublesOfBackups(backups, day)]
}

/** A failed backup is reported until one succeeds; a day without any is a separate alarm. */
function troublesOfBackups(backups: Known, day: (at: number) => string): Trouble[] {
  const { wholeAt, failedAt } = backups
  const troubles: Trouble[] = []
  const level = 'critical'
  if (failedAt !== null && failedAt > (wholeAt ?? 0))
    troubles.push({
      kind: 'backup',
      subject: 'failed',
      level,
      title: text('系统备份失败', 'A system backup failed'),
    })
  if (isOld(backups))
    troubles.push({
      kind: 'backup',
      subject: 'old',
      level,
      title:
        wholeAt === null
          ? text('系统还没有任何备份', 'There is no system backup')
          : text(`系统自 ${day(wholeAt)} 起没有新备份`, `No new system backup since ${day(wholeAt)}`),
    })
  return troubles
}
