import { type Language, type Text, text } from '#shared/text.ts'

/** What the check of the wiring says. `{…}` stands for what is filled in. */
const words = {
  bus: text('总线“{bus}”：{where}', 'Bus "{bus}": {where}'),
  serial: text('串口 {path}，{baud} 波特，{parity}', 'serial port {path}, {baud} baud, {parity}'),
  network: text('网络地址 {host}:{port}', 'network address {host}:{port}'),
  none: text('无校验', 'no parity'),
  even: text('偶校验', 'even parity'),
  odd: text('奇校验', 'odd parity'),
  closed: text(
    '  打不开：{why}。请检查名称、接线和权限（串口用户须在 dialout 组），并确认没有别的程序占用。',
    '  It cannot be opened: {why}. Check its name, the cable and the rights (group dialout), and that no other program has it.',
  ),
  unreachable: text(
    '  连不上：{why}。请检查地址、端口和网线，并确认设备已开启 Modbus TCP。',
    '  It cannot be reached: {why}. Check address, port and cable, and that Modbus TCP is switched on in the device.',
  ),
  good: text('  设备 {unit}（{map}）：正常', '  Unit {unit} ({map}): good'),
  value: text('      {name}：{value}', '      {name}: {value}'),
  noValue: text('没有读数', 'no value'),
  exception: text(
    '  设备 {unit}（{map}）：有应答，但拒绝读取 {table} {register}（{why}）。多半是寄存器表选错了，或型号、固件不同。',
    '  Unit {unit} ({map}): it answers, but refuses {table} {register} ({why}). Most likely the map is that of another model or firmware.',
  ),
  silent: text('  设备 {unit}（{map}）：没有应答。', '  Unit {unit} ({map}): no answer.'),
  otherUnits: text(
    '      总线上有应答的地址：{units}。如果其中一个就是它，请改配置里的 unit，或在设备上改地址。',
    '      These ids answer on this bus: {units}. If one of them is this device, change its unit in the configuration or its id in the device.',
  ),
  aloneSilent: text(
    '      同一总线上别的设备正常，所以线路和波特率没有问题：请检查这台设备的电源、接线和地址。',
    '      Others on this bus answer, so cable and speed are right: check the power, the wires and the id of this device.',
  ),
  allSilent: text(
    '      总线上没有任何应答：请检查电源，A、B 两线是否接反，地线和终端电阻，以及转换器。',
    '      Nothing answers on this bus: check the power, whether A and B are swapped, ground and terminators, and the converter.',
  ),
  otherSpeed: text(
    '      按 {baud} 波特、{parity}有应答：请把总线的 baud 和 parity 改成这个，或在设备上改。',
    '      It answers at {baud} baud, {parity}: change baud and parity of the bus to that, or those of the device.',
  ),
  noise: text(
    '  设备 {unit}（{map}）：收到数据，但不是有效应答（校验错误）。可能两台设备用了同一个地址，也可能波特率或校验位不对、有干扰、缺终端电阻。',
    '  Unit {unit} ({map}): something comes back that is no answer (bad checksum). Two devices may have this id; or the speed or parity is wrong, there is noise, or a terminator is missing.',
  ),
  onlyThisNoise: text(
    '      同一总线上别的设备正常，所以很可能有两台设备的地址都是 {unit}：拔下一台再试。',
    '      Others on this bus are good: most likely two devices have the id {unit}. Unplug one and try again.',
  ),
  half: text(
    '  设备 {unit}（{map}）：应答不完整。请检查接线和干扰，或在寄存器表里把 manner.registers 调小。',
    '  Unit {unit} ({map}): its answer breaks off. Check wires and noise, or give its map a smaller manner.registers.',
  ),
  otherUnit: text(
    '  设备 {unit}（{map}）：应答的却是地址 {other}。请检查网关或转换器的地址设置。',
    '  Unit {unit} ({map}): unit {other} answered in its place. Check the ids in the converter.',
  ),
  allGood: text('全部正常。', 'Everything is good.'),
  someWrong: text('有 {count} 处问题。', 'Problems: {count}.'),
} as const satisfies Record<string, Text>

/** Speaks a language. */
export type Speaker = (key: keyof typeof words, values?: Readonly<Record<string, string | number>>) => string

export const speaker =
  (language: Language): Speaker =>
  (key, values = {}) =>
    words[key][language].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
