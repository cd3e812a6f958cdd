import { expect, test } from 'vitest'
import { eventually } from './testing/eventually.ts'
import { TEMPERATURE } from './testing/peer.ts'
import { peerFarm } from './testing/peer-farm.ts'

const peers = peerFarm()

/** The database answers every report as it does when its disk is full. */
const fill = () =>
  peers.farm.owner.query(`
    create function refuse_for_space() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
    create trigger full_disk before insert on report for each row execute function refuse_for_space()`)
const empty = () =>
  peers.farm.owner.query('drop trigger full_disk on report; drop function refuse_for_space()')

test('what a full disk cannot take is not acknowledged, health says so, and it is stored once there is room', async () => {
  const { controller, gateway, peer } = await peers.bornFarm()
  const at = Date.now()
  const say = (value: number) => peer.data(controller.code, [{ ...TEMPERATURE, value }], at + value)
  await say(1)
  await fill()
  let acknowledged = 0
  const sent = [2, 3].map(value => say(value).then(() => acknowledged++))
  await eventually(() => peers.farm.devices.intake().commits).toBe(false)
  expect(acknowledged).toBe(0)
  expect(await peers.reportsOf(controller)).toHaveLength(1)
  await empty()
  await Promise.all(sent)
  const values = (await peers.reportsOf(controller)).map(report => report.values[0])
  expect(values).toEqual([1, 2, 3])
  expect(peers.farm.devices.intake().commits).toBe(true)
  expect(await peers.quarantineOf(gateway)).toEqual([])
  await peer.end()
})
