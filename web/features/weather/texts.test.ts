import { expect, test } from 'vitest'
import english from './en-US.json' with { type: 'json' }
import chinese from './zh-CN.json' with { type: 'json' }

test('no young bird is to stand in a tunnel or without feed', () => {
  for (const { heatYoung } of [english, chinese])
    for (const said of Object.values(heatYoung)) {
      expect(said).toMatch(/No tunnel|不开纵向通风/)
      expect(said).not.toMatch(/run full tunnel|remove feed|air speed|全开纵向|中午前停料|加大风速/)
    }
})
