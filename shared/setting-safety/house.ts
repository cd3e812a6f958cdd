import { text } from '../text.ts'
import { always, type Safety, type SafetyTable } from './safety.ts'

const hidden = text('真实数值被掩盖，报警可能不响', 'the true value is hidden and its alarm may stay silent')
const correction = (most: number): Safety => ({
  range: always(-most, most),
  below: hidden,
  above: text('读数偏离真实，控制和报警都会错', 'readings are not true: control and alarms go wrong'),
  isKept: true,
})
const wired = (...rules: string[]): Safety => ({ rules })
/** L/h for a bird: more than any flock drinks at once in heat. */
const MOST_WATER = 0.25

/** Sensors, wiring, lights, alarms, flock, dimensions. Sources: husbandry data on corrections and alarms. */
export const houseSafety: SafetyTable = {
  'Sensor/T{1..8}/Enabled': wired('probesLeft'),
  'Sensor/H{1..2}/Enabled': wired('sensorsLeft'),
  'Sensor/CO2{1..2}/Enabled': wired('sensorsLeft'),
  'Sensor/NH3{1..2}/Enabled': wired('sensorsLeft'),
  'Sensor/P1/Enabled': wired('sensorsLeft'),
  'Sensor/Lux/Enabled': { none: 'It is shown only: no control and no alarm follows it.' },
  'Sensor/T{1..8}/Correction': correction(2),
  'Sensor/H{1..2}/Correction': correction(5),
  'Sensor/CO2{1..2}/Correction': correction(150),
  'Sensor/NH3{1..2}/Correction': correction(3),
  'Sensor/P1/Correction': correction(5),
  'Sensor/Lux/Correction': { none: 'It is shown only: no control and no alarm follows it.' },

  'Relay/R{01..64}/Function': wired('relaysLeft'),
  'Relay/R{01..64}/Inverted': wired('inverted'),
  'IO/AI{1..16}/Function': wired('inputsLeft'),
  'IO/AI{1..16}/Min': wired('scaled'),
  'IO/AI{1..16}/Max': wired('scaled'),
  'IO/DI{1..16}/Function': wired('inputsLeft'),
  'IO/DI{1..16}/PulseFactor': wired('scaled'),

  'Light/D{1..4}/P{01..08}/FromDay': wired('light'),
  'Light/D{1..4}/P{01..08}/On': wired('light'),
  'Light/D{1..4}/P{01..08}/Off': wired('light'),
  'Light/D{1..4}/P{01..08}/Level': wired('light'),
  'Light/D{1..4}/P{01..08}/RampUp': { none: 'Dawn of up to two hours; the hours of light are judged.' },
  'Light/D{1..4}/P{01..08}/RampDown': { none: 'Dusk of up to two hours; the hours of light are judged.' },

  'Alarm/PressureHigh': {
    range: always(40, 70),
    below: text(
      '正常通风也会报警，人会不再理会',
      'it rings in ordinary ventilation and people stop listening',
    ),
    above: text('风口关死也不报警', 'shut openings raise no alarm'),
    isKept: true,
    rules: ['highAboveLow'],
  },
  'Alarm/PressureLow': {
    range: always(3, 15),
    below: text('风机停转也不报警', 'fans that stand still raise no alarm'),
    above: text(
      '正常通风也会报警，人会不再理会',
      'it rings in ordinary ventilation and people stop listening',
    ),
    isKept: true,
    rules: ['highAboveLow'],
  },
  'Alarm/Delay': {
    range: always(5, 180),
    below: text('一阵风也会报警，人会不再理会', 'it rings at every gust and people stop listening'),
    above: text('停风几分钟后报警才响', 'the house stands without air for minutes before it rings'),
    isKept: true,
  },
  'Alarm/WaterMaxLph': {
    range: ({ house }) => [0, Math.max(100, Math.round(house.birds * MOST_WATER))],
    above: text('爆管跑水不报警', 'a burst pipe raises no alarm'),
    rules: ['alarmOff', 'highAboveLow'],
  },
  'Alarm/WaterMinLph': { rules: ['alarmOff', 'highAboveLow'] },
  'Alarm/FeedOverrunMin': {
    range: always(0, 120),
    above: text('绞龙空转或跑料很久才报警', 'an auger runs on for hours before it rings'),
    rules: ['alarmOff'],
  },
  'Alarm/SiloLowKg': { rules: ['alarmOff'] },

  'Flock/DayAge': { rules: ['dayAge'] },
  'Flock/HouseMode': { rules: ['houseMode'] },
  'Flock/BirdsPlaced': { rules: ['birdsPlaced'] },
  'House/Length': { rules: ['houseSize'] },
  'House/Width': { rules: ['houseSize'] },
  'House/Height': { rules: ['houseSize'] },
}
