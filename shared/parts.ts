import { text } from './text.ts'

/** Kinds of parts and supplies: what a good is, and what maintenance uses up. */
export const partNames = {
  machine: text('整机', 'Whole machine'),
  belt: text('皮带、输送带', 'Belt'),
  bearing: text('轴承', 'Bearing'),
  motor: text('电机', 'Motor'),
  wheel: text('皮带轮、链轮、辊', 'Pulley, wheel or roller'),
  chain: text('链条', 'Chain'),
  cable: text('钢丝绳', 'Cable'),
  actuator: text('推杆', 'Actuator'),
  shutter: text('百叶', 'Shutter'),
  seal: text('密封与铰链', 'Seals and hinges'),
  blade: text('刮刀', 'Scraper blade'),
  padSheet: text('湿帘纸', 'Pad sheet'),
  pump: text('水泵', 'Pump'),
  nozzle: text('喷头', 'Nozzle'),
  nipple: text('乳头饮水器', 'Nipple drinker'),
  cup: text('接水杯', 'Drip cup'),
  regulator: text('减压阀', 'Regulator'),
  filter: text('滤芯、滤帽', 'Filter'),
  auger: text('绞龙', 'Auger'),
  probe: text('探头', 'Probe or sensor'),
  board: text('电路板、模块', 'Board or module'),
  lamp: text('灯', 'Lamp'),
  battery: text('电池', 'Battery'),
  grease: text('润滑脂', 'Grease'),
  oil: text('润滑油', 'Oil'),
  cleaner: text('清洗剂', 'Cleaning agent'),
  calibration: text('标定气体、标准件', 'Calibration gas or standard'),
} as const
export type Part = keyof typeof partNames

/** How many of its parts an overhaul takes: one set for each machine, or what turns out to be worn. */
export const partsPerNames = {
  machine: text('每台都用', 'For each machine'),
  worn: text('按需要', 'As found worn'),
} as const
export type PartsPer = keyof typeof partsPerNames
