import { expect, test } from 'vitest'
import { streamsBeside } from './stream-paths.ts'

test('the small picture stands beside the whole one as makers name them, whichever is given', () => {
  const pairs = [
    ['/Streaming/Channels/101', '/Streaming/Channels/102'],
    ['/Streaming/Channels/1601?transportmode=unicast', '/Streaming/Channels/1602?transportmode=unicast'],
    ['/h264/ch1/main/av_stream', '/h264/ch1/sub/av_stream'],
    ['/cam/realmonitor?channel=2&subtype=0', '/cam/realmonitor?channel=2&subtype=1'],
    ['/unicast/c1/s0/live', '/unicast/c1/s1/live'],
    ['/media/video1', '/media/video2'],
    ['/h264Preview_01_main', '/h264Preview_01_sub'],
    ['/videoMain', '/videoSub'],
    ['/stream1', '/stream2'],
  ] as const
  for (const [main, sub] of pairs) {
    expect(streamsBeside(main)).toEqual({ main, sub })
    expect(streamsBeside(sub)).toEqual({ main, sub })
  }
})

test('nothing is made up for other paths', () => {
  for (const path of ['/', '/live', '/Streaming/Channels/1', '/cam?subtype=10', '/stream10', '/EC-BV-01'])
    expect([path, streamsBeside(path)]).toEqual([path, undefined])
})
