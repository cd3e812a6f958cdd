import { type Language, type Text, text } from '#shared/text.ts'

/** What is said at the terminal: pairing, and the check of the wiring. `{…}` stands for what is filled in. */
const words = {
  folderTaken: text(
    '另一个网关程序正在使用目录 {folder}。请先停止它，或为每个网关配置各自的 storage.folder。',
    'Another gateway is running in {folder}. Stop it first, or give each gateway a storage.folder of its own.',
  ),
  pairNeedless: text(
    '{file} 里已写明 server，配对后也不会使用新凭证。请先删除 server 一节。',
    '{file} says in "server" where to report, so a new credential would not be used. Take that part out first.',
  ),
  pairWhere: text(
    '缺少服务器地址：请加上 --server https://…，地址与打开设备页的相同。',
    'Which server? Add --server https://…, the address under which the page shows the code.',
  ),
  pairAddress: text(
    '“{server}”不是有效地址，应类似 https://farm.example',
    '"{server}" is no address such as https://farm.example',
  ),
  pairOpen: text(
    '{server} 未加密，凭证会被旁人看到。请使用 https:// 地址（只有本机可以用 http://）。',
    '{server} is not encrypted: others could read along. Use its https:// address (http:// only on this machine).',
  ),
  pairCa: text('无法读取 CA 证书 {path}：{why}', 'The certificate {path} cannot be used: {why}'),
  pairUnreachable: text(
    '连不上 {server}：{why}。请检查地址和网络；如果服务器证书不是公共机构签发的，请用 --ca 指定 CA 证书。',
    '{server} cannot be reached: {why}. Check address and network; if no public authority signed its certificate, name that authority with --ca.',
  ),
  pairStranger: text(
    '{server} 的应答不是本系统的。请核对地址。',
    '{server} answers, but not as this product does. Compare the address with that of the page.',
  ),
  paired: text(
    '已配对：本机是网关 {gateway}，向 {url} 上报。凭证已保存在 {folder}，只有运行网关的用户能读取。',
    'Paired: this is gateway {gateway}, and it reports to {url}. Its credential is in {folder}, readable by its own user only.',
  ),
  pairedWith: text('已登记的环控器：{codes}', 'Registered behind it: {codes}'),
  pairedNone: text(
    '该网关下还没有登记环控器，请先在设备页登记。',
    'Nothing is registered behind it yet: register a controller on the page.',
  ),
  pairedUnknown: text(
    '配置里的 {codes} 没有登记在该网关下，其数据会被拒收。请核对编码。',
    '{codes} of the configuration is not registered behind it: what it reports is refused. Compare the codes.',
  ),
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
  relay: text('警笛继电器', 'Relay of the siren'),
  button: text('警笛消音按钮', 'Button of the siren'),
  switchGood: text(
    '  {what}（设备 {unit}，{table} {address}）：正常',
    '  {what} (unit {unit}, {table} {address}): good',
  ),
  switchBad: text(
    '  {what}（设备 {unit}，{table} {address}）：读不到（{why}）。请检查电源、接线和地址。',
    '  {what} (unit {unit}, {table} {address}): cannot be read ({why}). Check its power, wires and id.',
  ),
  allGood: text('全部正常。', 'Everything is good.'),
  someWrong: text('有 {count} 处问题。', 'Problems: {count}.'),
} as const satisfies Record<string, Text>

/** Says texts in a language, with what is filled in. */
export type SpeakerOf<W> = (key: keyof W, values?: Readonly<Record<string, string | number>>) => string

/** Speaks a language. */
export const speakerOf =
  <W extends Record<string, Text>>(texts: W) =>
  (language: Language): SpeakerOf<W> =>
  (key, values = {}) =>
    (texts[key] as Text)[language].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))

export type Speaker = SpeakerOf<typeof words>
export const speaker = speakerOf(words)
