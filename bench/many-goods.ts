import type pg from 'pg'
import { workbookOf } from './workbook.ts'

/** Prefixes of their codes. */
const codes = ['CNV', 'PT', 'BLT', 'FAN', 'HTR']

/** Spare parts for poultry houses, each with a kind and a machine, in both languages, with its own code. */
export async function addGoods(pool: pg.Pool, count: number): Promise<void> {
  await pool.query(
    `with kinds (kind) as (select array['Stainless 不锈钢', 'Galvanised 镀锌', 'Rubber 橡胶', 'Spare 备用', 'Heavy 重型', 'Sealed 密封',
         'Double 双联', 'Quiet 静音', 'Cast 铸铁', 'Reinforced 加强型']),
       parts (part) as (select array['belt 皮带', 'bearing 轴承', 'nipple 乳头', 'motor 电机', 'pulley 皮带轮', 'sensor 传感器', 'blade 叶片',
         'gasket 垫片', 'chain 链条', 'bracket 支架', 'switch 开关', 'valve 阀门', 'bulb 灯泡', 'scraper 刮板', 'cable 电缆', 'bell 警铃']),
       machines (machine) as (select array['exhaust ventilator 排风扇', 'feed line 料线', 'drinking line 水线', 'egg conveyor 集蛋输送机',
         'manure removal 清粪机', 'layer cage 蛋鸡笼', 'heater 热风炉', 'cooling pad 湿帘'])
     insert into good (id, office_path, code, chinese_name, english_name, chinese_summary, english_summary, price, machines, status)
     select 'bench-good-' || n, '1.', ($2::text[])[1 + n % 5] || '-' || n,
       split_part(kind[k], ' ', 2) || regexp_replace(machine[m], '^.* ', '') || split_part(part[p], ' ', 2),
       split_part(kind[k], ' ', 1) || ' ' || split_part(part[p], ' ', 1) || ' for ' || regexp_replace(machine[m], ' [^ ]*$', '') || ' type ' || n % 400,
       '适用于蛋鸡和肉鸡舍，质保一年', 'For layer and broiler houses, one year of warranty',
       20 + n % 900, array[(array['fan', 'feedLine', 'waterLine', 'eggBelt'])[1 + n % 4]], 'released'
     from generate_series(1, $1::int) n, kinds, parts, machines,
       lateral (select 1 + n % 10 as k, 1 + n / 10 % 16 as p, 1 + n / 160 % 8 as m) which
     on conflict do nothing`,
    [count, codes],
  )
}

/** An Excel file that changes the price of each. */
export const goodsFile = (count: number): Promise<Buffer> =>
  workbookOf(
    ['code', 'price'],
    Array.from({ length: count }, (_, i) => [`${codes[(i + 1) % codes.length]}-${i + 1}`, 1_000 + i]),
  )
