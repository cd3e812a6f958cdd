/** Names of the demonstration's categories: Chinese, English. */
export const categories: Readonly<Record<string, readonly [chinese: string, english: string]>> = {
  environment: ['环境', 'Environment'],
  sensor: ['传感器', 'Sensors'],
  controller: ['环控器与网络', 'Controllers and network'],
  equipment: ['设备', 'Equipment'],
  water: ['饮水', 'Water'],
  feed: ['喂料', 'Feeding'],
  egg: ['鸡蛋', 'Eggs'],
  power: ['电力', 'Power'],
  alarm: ['报警', 'Alarms'],
  flock: ['鸡群', 'Flock'],
  air: ['通风与降温', 'Ventilation and cooling'],
  rearing: ['育雏与产蛋', 'Rearing and lay'],
  start: ['开始使用', 'Getting started'],
}
