import type { Specification } from '../../../platform/database/tables/goods.ts'

type Size = readonly [code: string, chinese: string, english: string, price: string | null, stock: number]
/** Sizes of the demonstration's goods, by code; one without a price has that of the good. */
export const demoSizes: Readonly<Record<string, readonly Size[]>> = {
  'FOG-0010': [
    ['FOG-0010-15', '0.15 mm，细雾', '0.15 mm, finest fog', '26.5', 140],
    ['FOG-0010-20', '0.2 mm，标准', '0.2 mm, standard', null, 160],
    ['FOG-0010-30', '0.3 mm，降温用', '0.3 mm, for cooling', '22', 40],
  ],
  'MNR-0076': [
    ['MNR-0076-135', '辊长 1.35 m', '1.35 m long', null, 14],
    ['MNR-0076-160', '辊长 1.6 m', '1.6 m long', '318', 8],
    ['MNR-0076-200', '辊长 2.0 m', '2.0 m long', '365.5', 3],
  ],
}

const line = (chineseName: string, englishName: string, value: string): Specification => ({
  chineseName,
  englishName,
  value,
})
const fan = (power: string, free: string, loaded: string, supply: string, frame: string) => [
  line('功率', 'Power', power),
  line('自由风量', 'Free air', free),
  line('25 Pa 风量', 'Air at 25 Pa', loaded),
  line('电源', 'Supply', supply),
  line('外形尺寸', 'Frame', frame),
]
export const demoSpecifications: Readonly<Record<string, Specification[]>> = {
  'FAN-1380': fan('1.1 kW', '44,500 m³/h', '38,200 m³/h', '380 V, 50 Hz', '1,380 × 1,380 × 400 mm'),
  'FAN-1220': fan('0.75 kW', '36,000 m³/h', '30,600 m³/h', '380 V, 50 Hz', '1,220 × 1,220 × 400 mm'),
  'FAN-EC14': fan('0.95 kW', '46,800 m³/h', '41,300 m³/h', '380–480 V, 50/60 Hz', '1,400 × 1,400 × 430 mm'),
  'FOG-0010': [
    line('工作压力', 'Working pressure', '70 bar'),
    line('接口', 'Thread', '10/24 UNC'),
    line('材质', 'Material', 'SUS 303'),
  ],
  'SNS-CO2': [
    line('量程', 'Range', '0–10,000 ppm'),
    line('精度', 'Accuracy', '±(50 ppm + 3 %)'),
    line('输出', 'Output', '4–20 mA'),
  ],
}

/** Different prices for single offices, by their keys in the demonstration. */
export const demoPrices: readonly (readonly [code: string, buyer: string, price: string])[] = [
  ['FAN-1380', 'agent', '1512'],
  ['FAN-EC14', 'agent', '2925'],
  ['FAN-1380', 'mekong', '1545'],
  ['FAN-EC14', 'siam', '3080'],
]

/** The models that goods of the demonstration are for, by code; the others fit every model of their machines. */
export const demoModels: Readonly<Record<string, string>> = {
  'FAN-1380': 'RT-1380',
  'FAN-1220': 'RT-1220',
  'FAN-0710': 'RT-710',
  'FAN-EC14': 'EC-1400',
  'BLT-1900': 'RT-1380',
  'BLT-1750': 'RT-1220',
  'BLT-A1450': 'RT-1060',
  'BRG-6205': 'RT-1380, RT-1220',
  'BRG-P206': 'RT-1380, RT-1220, RT-1060',
  'MOT-0110': 'RT-1380',
  'MOT-0075': 'RT-1220',
  'PUL-0360': 'RT-1380, RT-1220',
  'SHU-1380': 'RT-1380',
  'INL-0560': 'SW-560',
  'INL-0900': 'SW-900',
  'PAD-7090': '7090',
  'PAD-5090': '5090',
  'AUG-0090': 'FA-90',
  'AUG-0075': 'FA-75',
  'NIP-0360': 'ND-360',
  'NIP-0180': 'ND-180',
  'EGB-0100': 'EB-100',
  'EGB-0120': 'EB-120',
}
