import { describe, expect, test } from 'vitest'
import { draftProblems } from '../setting-draft.ts'
import { saferWay, settingRisks } from '../setting-risks.ts'
import { houseTypes, type SettingDocument, type SettingValue, sayProblem, settingByName } from '../signals.ts'
import { ages, safetyHouse } from '../testing/safety-house.ts'

type Draft = (told: SettingDocument, age: number) => Record<string, SettingValue>

/** Sets all settings whose name (without `Settings/`) matches, from what they are. */
const all =
  (pattern: RegExp, to: SettingValue | ((value: number) => number)): Draft =>
  told =>
    Object.fromEntries(
      Object.entries(told).flatMap(([name, value]) => {
        if (!pattern.test(name.slice('Settings/'.length))) return []
        return [[name, typeof to === 'function' ? to(Number(value)) : to]]
      }),
    )
const one =
  (name: string, to: SettingValue): Draft =>
  () => ({ [`Settings/${name}`]: to })
const both =
  (...drafts: Draft[]): Draft =>
  (told, age) =>
    Object.assign({}, ...drafts.map(draft => draft(told, age)))

/** What would kill birds, or hide that they die; each once was sent without a word. */
const dangerous: Record<string, Draft> = {
  'mode empty': one('Flock/HouseMode', 0),
  'mode pre-heat': one('Flock/HouseMode', 1),
  'mode catching': one('Flock/HouseMode', 3),
  'mode cleaning': one('Flock/HouseMode', 4),
  'day age +100': (_, age) => ({ 'Settings/Flock/DayAge': age + 100 }),
  'birds placed 0': one('Flock/BirdsPlaced', 0),
  'absolute high alarm 45': one('Temp/AbsHighAlarm', 45),
  'high alarms 18 K above': both(all(/HighAlarmDiff$/, 18), one('Temp/AbsHighAlarm', 45)),
  'low alarms 20 K below': all(/LowAlarmDiff$/, 20),
  'high alarm 10 K over outside': one('Temp/OutdoorAlarmComp', 10),
  'probes may differ by 10 K': one('Temp/SensorDiffAlarm', 10),
  'pressure alarms 0 to 100 Pa after 600 s': both(
    one('Alarm/PressureHigh', 100),
    one('Alarm/PressureLow', 0),
    one('Alarm/Delay', 600),
  ),
  'pressure high below low': both(one('Alarm/PressureHigh', 10), one('Alarm/PressureLow', 20)),
  'alarms after 10 minutes': one('Alarm/Delay', 600),
  'water minimum above maximum': both(one('Alarm/WaterMaxLph', 500), one('Alarm/WaterMinLph', 900)),
  'burst pipes not told': one('Alarm/WaterMaxLph', 30_000),
  'water alarm off': one('Alarm/WaterMaxLph', 0),
  'auger alarm off': one('Alarm/FeedOverrunMin', 0),
  'all digital inputs none': all(/^IO\/DI\d+\/Function$/, 0),
  'no probe in the average': one('Temp/AvgSensors', 0),
  'all temperature probes out of use': all(/^Sensor\/T\d\/Enabled$/, false),
  'all sensors out of use': all(/^Sensor\/\w+\/Enabled$/, false),
  'gas sensors out of use': all(/^Sensor\/(?:CO2|NH3)\d\/Enabled$/, false),
  'target offset +5': one('Temp/TargetOffset', 5),
  'target offset -5': one('Temp/TargetOffset', -5),
  'night setback -5': one('Temp/NightSetback', -5),
  'curve 5 K up': all(/Curve\/P\d\d\/(?:Target|Heat|Cool|Tunnel)$/, value => value + 5),
  'curve 5 K down': all(/Curve\/P\d\d\/(?:Target|Heat|Cool|Tunnel)$/, value => value - 5),
  'all heating zones off': all(/^Heat\/Z\d\/Enabled$/, false),
  'heating 10 K below target': all(/^Heat\/Z\d\/OnDiff$/, 10),
  'heating curve 10 K below': all(/Curve\/P\d\d\/Heat$/, value => value - 10),
  'maximum level 1': both(all(/MinMax\/P\d\d\/Max$/, 1), all(/MinMax\/P\d\d\/Min$/, 1)),
  'level count 1': one('Vent/LevelCount', 1),
  'level 1 ON 1 s, OFF 3600 s, and nothing above': both(
    one('Vent/L01/CycleOn', 1),
    one('Vent/L01/CycleOff', 3_600),
    one('Vent/LevelCount', 1),
  ),
  'timers of all levels ON 1 s, OFF 3600 s': both(all(/CycleOn$/, 1), all(/CycleOff$/, 3_600)),
  'all fans off': all(/FanGroupMode/, 0),
  'all inlets 0 %': both(all(/SideInlet$/, 0), all(/L\d\d\/TunnelInlet$/, 0)),
  'tunnel door open from level 1': all(/L\d\d\/TunnelInlet$/, 100),
  'all levels 15 K later': all(/L(?:0[2-9]|1\d)\/TempOffset$/, 15),
  'higher levels only after half an hour': one('Vent/LevelUpDelay', 1_800),
  'compensation off': one('VentComp/MaxPct', 0),
  'CO2 compensation from 5,000 ppm': one('VentComp/CO2On', 5_000),
  'NH3 compensation from 100 ppm': one('VentComp/NH3On', 100),
  'winter factor 0': one('VentComp/OutdoorFactor', 0),
  'no tunnel below 30 °C outside': one('Tunnel/MinOutdoorTemp', 30),
  'tunnel in any weather': both(one('Tunnel/MinOutdoorTemp', 0), one('Tunnel/OutdoorExitLimit', 15)),
  'pads at 100 % humidity from day 0, all day': both(
    one('Cool/Pad/MaxHum', 100),
    one('Cool/Pad/StartDay', 0),
    one('Cool/Pad/StartHour', '00:00'),
    one('Cool/Pad/StopHour', '24:00'),
  ),
  'pads never': one('Cool/Pad/StopHour', '09:00'),
  'humidify to 90 %': both(one('Humid/On', 85), one('Humid/Off', 90)),
  'ammonia read 10 ppm less': all(/^Sensor\/NH3\d\/Correction$/, -10),
  'CO2 read 500 ppm less': all(/^Sensor\/CO2\d\/Correction$/, -500),
  'humidity read 15 % less': all(/^Sensor\/H\d\/Correction$/, -15),
  'temperature read 5 K less': all(/^Sensor\/T\d\/Correction$/, -5),
  'all relays none': all(/^Relay\/R\d\d\/Function$/, 0),
  'relay 1 inverted': one('Relay/R01/Inverted', true),
  'light 0 % all day': all(/^Light\/.*\/Level$/, 0),
  'no light programmes': both(all(/^Light\/.*\/On$/, '00:00'), all(/^Light\/.*\/Off$/, '00:00')),
  'minimum pressure 0 Pa': all(/PressureTarget$/, 0),
  'another house': both(one('House/Length', 20), one('House/Width', 4)),
}

/** Ordinary work on a controller: nothing is asked. */
const ordinary: Record<string, Draft> = {
  'target half a degree up': one('Temp/TargetOffset', 0.5),
  'target one degree down': one('Temp/TargetOffset', -1),
  'night one degree cooler': one('Temp/NightSetback', -1),
  'curve half a degree up': all(/Curve\/P\d\d\/(?:Target|Heat|Cool|Tunnel)$/, value => value + 0.5),
  'minimum level one step up': (told, age) => stepOf(told, age, 'Min', 1),
  'maximum level one step down': (told, age) => stepOf(told, age, 'Max', -1),
  'minimum fans 5 s longer': all(/^Vent\/L0[1-3]\/CycleOn$/, value => value + 5),
  'levels a quarter degree later': all(/L(?:0[2-9]|1\d)\/TempOffset$/, value => value + 0.3),
  'inlets two percent wider': all(/SideInlet$/, value => (value > 0 && value < 98 ? value + 2 : value)),
  'pads an hour later': one('Cool/Pad/StopHour', '19:00'),
  'dawn of 20 minutes': one('Light/D1/P01/RampUp', 20),
  'CO2 compensation a little earlier': one('VentComp/CO2On', 2_200),
  'alarm delay 90 s': one('Alarm/Delay', 90),
  'a correction of half a degree': one('Sensor/T3/Correction', -0.5),
  'one probe out of use': one('Sensor/T3/Enabled', false),
  'fog from 52 %': one('Humid/On', 52),
}

/** One step of the limit that holds today. */
function stepOf(told: SettingDocument, age: number, part: 'Min' | 'Max', by: number) {
  const days = Array.from(
    { length: 10 },
    (_, i) => `Settings/Vent/MinMax/P${String(i + 1).padStart(2, '0')}/`,
  )
  const holding = days.findLast(at => Number(told[`${at}Day`]) <= age) ?? days[0]
  const name = `${holding}${part}`
  return { [name]: Number(told[name]) + by }
}

const houses = houseTypes.flatMap(type => ages[type].map(age => [type, age] as const))

describe.each(houses)('in a %s house of day %i', (type, age) => {
  const { house, told } = safetyHouse(type, age)
  const changed = (draft: Draft) =>
    Object.fromEntries(Object.entries(draft(told, age)).filter(([name, value]) => told[name] !== value))

  test.each(Object.entries(dangerous))('%s is asked about', (_, draft) => {
    const wanted = changed(draft)
    const risks = settingRisks(told, wanted, house)
    expect(risks.length).toBeGreaterThan(0)
    for (const language of ['en-US', 'zh-CN'] as const)
      for (const risk of risks)
        expect(sayProblem(risk, { language, units: 'metric' })).not.toMatch(/\{|risk\.|undefined|NaN/)
  })

  test.each(Object.entries(dangerous))('the safe way instead of %s is asked about no more', (_, draft) => {
    const wanted = changed(draft)
    const after = { ...wanted, ...saferWay(told, wanted, house) }
    expect(settingRisks(told, after, house).map(({ field, message }) => `${field} ${message}`)).toEqual([])
  })

  test.each(Object.entries(ordinary))('%s is not', (_, draft) => {
    const wanted = changed(draft)
    expect(Object.keys(wanted).length).toBeGreaterThan(0)
    const group = settingByName(Object.keys(wanted)[0] ?? '')?.group ?? 'house'
    expect(draftProblems(group, wanted, told)).toEqual([])
    expect(settingRisks(told, wanted, house)).toEqual([])
  })
})

test('an offset and a setback are the same shift as the curve itself', () => {
  const { house, told } = safetyHouse('layer', 238)
  const messages = (wanted: SettingDocument) =>
    settingRisks(told, wanted, house).map(({ message }) => message)
  for (const by of [-5, -3.5, 3.5, 5]) {
    const shifted = all(/Curve\/P\d\d\/Target$/, value => value + by)(told, 238)
    expect(messages({ 'Settings/Temp/TargetOffset': by })[0]).toBe(messages(shifted)[0])
  }
  expect(messages({ 'Settings/Temp/NightSetback': -5 })).toEqual(['risk.colder'])
  const offset = { ...told, 'Settings/Temp/TargetOffset': -2 }
  expect(settingRisks(offset, { 'Settings/Temp/NightSetback': -2 }, house)).toHaveLength(1)
})
