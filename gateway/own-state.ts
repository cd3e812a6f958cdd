import { CLOCK_OFF_MS } from '#shared/limits.ts'
import { nodeMetric } from '#shared/node-birth.ts'
import { DataType, type Metric } from '#shared/sparkplug/types.ts'
import type { Disk } from './disk.ts'
import type { FarmClock } from './farm-clock.ts'
import type { SampleLog } from './sample-log.ts'

interface OwnOptions {
  log: Pick<SampleLog, 'figures'>
  disk: Pick<Disk, 'trouble'>
  clock: Pick<FarmClock, 'aheadMs'>
  publish(metrics: Metric[]): Promise<boolean>
}

/** What a gateway tells of itself: how full its memory is, whether its disk takes it, how far its computer's clock is off. */
export function ownState({ log, disk, clock, publish }: OwnOptions) {
  let told = ''

  function about(now: number): Metric[] {
    const { waiting, lost } = log.figures()
    const trouble = disk.trouble()
    const ahead = clock.aheadMs()
    told = summary(lost, trouble, ahead)
    const double = { timestamp: now, datatype: DataType.Double }
    return [
      { ...double, name: 'Gateway/Samples Waiting', value: waiting },
      { ...double, name: 'Gateway/Samples Lost', value: lost },
      { name: 'Gateway/Storage Failed', timestamp: now, datatype: DataType.Boolean, value: trouble !== '' },
      // s
      {
        ...double,
        name: 'Gateway/Clock Ahead',
        value: ahead === undefined ? null : Math.round(ahead / 1_000),
      },
    ]
  }

  return {
    /** What it tells at birth: all of it, and that it wants to be told of the houses. */
    about: (now: number): Metric[] => [...about(now), nodeMetric(now, 'Gateway/Houses', null)],
    /** Tells it again when samples were lost, the disk fails or works again, or the clock was found wrong or right. */
    tell(now: number): void {
      const { lost } = log.figures()
      if (summary(lost, disk.trouble(), clock.aheadMs()) !== told) void publish(about(now))
    },
  }
}

const summary = (lost: number, trouble: string, ahead: number | undefined) =>
  `${lost} ${trouble} ${ahead === undefined ? '' : Math.trunc(ahead / CLOCK_OFF_MS)}`
