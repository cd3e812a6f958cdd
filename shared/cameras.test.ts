import { expect, test } from 'vitest'
import { cameraNextSteps, cameraProblems } from './cameras.ts'
import { languages } from './text.ts'

test('what to do next speaks of what the camera has: paths of RTSP only, a port only where one is called', () => {
  for (const language of languages)
    for (const problem of Object.keys(cameraProblems) as (keyof typeof cameraProblems)[]) {
      const [onvif, gb] = [
        cameraNextSteps.onvif[problem][language],
        cameraNextSteps.gb28181[problem][language],
      ]
      expect([problem, onvif, gb]).toEqual([
        problem,
        expect.not.stringMatching(/\/Streaming|realmonitor|地址填子码流|address of the sub-stream/),
        expect.not.stringMatching(/\/Streaming|realmonitor|地址填子码流|address of the sub-stream/),
      ])
      if (problem !== 'noOnvif')
        expect([problem, gb]).toEqual([
          problem,
          expect.not.stringMatching(/554|端口映射|映射端口|[Ff]orward|ONVIF/),
        ])
    }
  expect(cameraNextSteps.gb28181.unsupportedCodec['zh-CN']).toMatch(/H\.265/)
})
