import { newId } from '../../platform/database/ids.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'
import type { Seed } from '../../platform/database/seed.ts'
import { searchSynonym } from '../../platform/database/tables/search.ts'

/** What the trade calls the same thing, in China and in English; the provider adapts it to its customers' words. */
export const seededSynonyms: readonly (readonly [chinese: string, english: string])[] = [
  ['湿帘、水帘、降温湿帘、蒸发湿帘', 'cooling pad, evaporative pad, wet pad, cool cell'],
  ['风机、风扇、排风扇、抽风机、负压风机', 'fan, exhaust fan, ventilator'],
  ['温度传感器、温度探头、温感、温度探测器、测温探头', 'temperature sensor, temperature probe, thermistor'],
  ['湿度传感器、湿度探头、湿感', 'humidity sensor, humidity probe'],
  ['氨气传感器、氨气探头、氨气检测仪', 'ammonia sensor, ammonia probe, NH3 sensor'],
  ['二氧化碳传感器、二氧化碳探头、CO2传感器', 'CO2 sensor, carbon dioxide sensor, CO2 probe'],
  ['压差传感器、负压传感器、静压传感器', 'pressure sensor, static pressure sensor'],
  ['灯泡、灯、灯具、照明灯、LED灯', 'lamp, bulb, light bulb, light'],
  ['皮带、三角带、传动带、V带', 'V-belt, drive belt, transmission belt'],
  ['集蛋带、蛋带、捡蛋带、输蛋带', 'egg belt, egg collection belt'],
  ['清粪带、粪带、除粪带、传粪带', 'manure belt, dung belt'],
  ['乳头、饮水乳头、乳头饮水器、饮水嘴', 'nipple, nipple drinker, drinking nipple'],
  ['电机、马达、电动机', 'motor, electric motor'],
  ['减速机、减速器、减速箱', 'gearbox, gear motor, reducer, gear reducer'],
  ['环控器、环境控制器、控制器、温控器、电脑控制器', 'controller, climate controller, climate computer'],
  ['加热器、热风炉、暖风机、燃气热风机、取暖器', 'heater, air heater, brooder heater'],
  ['小窗、通风小窗、侧窗、进风窗、进风口', 'inlet, side inlet, air inlet, side wall inlet'],
  ['卷帘、卷膜、帘布', 'curtain, side curtain'],
  ['绞龙、螺旋绞龙、弹簧绞龙、送料绞龙', 'auger, feed auger, spiral, feed spiral'],
  ['料线、喂料线、输料线', 'feed line, feeding line, feeder line'],
  ['料塔、饲料塔、料仓', 'silo, feed silo, feed bin'],
  ['料盘、食盘、喂料盘', 'feed pan, feeder pan'],
  ['水线、饮水线', 'water line, drinking line, drinker line'],
  ['调压器、减压阀、水压调节器', 'pressure regulator, water pressure regulator, pressure reducer'],
  ['加药器、加药泵、比例加药器', 'dosing pump, doser, medicator, dosatron'],
  ['过滤器、滤芯、滤网', 'filter, strainer, filter cartridge'],
  ['水表、流量计', 'water meter, flow meter'],
  ['刮粪板、刮板、刮粪机', 'scraper, manure scraper'],
  ['百叶窗、百叶、风机百叶', 'shutter, louver, louvre'],
  ['轴承、带座轴承', 'bearing, pillow block'],
  ['接触器、交流接触器', 'contactor, magnetic switch'],
  ['保险丝、熔断器', 'fuse'],
  ['行程开关、限位开关', 'limit switch, end switch'],
  ['喷头、喷嘴、雾化喷头', 'nozzle, spray nozzle, fogging nozzle'],
  ['绞盘、手摇绞盘、卷扬机', 'winch, hand winch'],
  ['钢丝绳、钢索', 'steel cable, wire rope, steel rope'],
  ['电缆、电线、线缆', 'cable, wire'],
  ['消毒剂、消毒液、消毒药', 'disinfectant, sanitizer'],
  ['摄像头、监控、摄像机', 'camera, CCTV'],
  ['报警器、警铃、声光报警', 'alarm, siren, alarm horn'],
  // What farms call a trouble, and what is written about it.
  ['氨气、氨、NH3、氨氣、氨味', 'ammonia, NH3'],
  ['二氧化碳、CO2', 'carbon dioxide, CO2'],
  ['停电、断电、市电中断、没电', 'power failure, power cut, blackout, outage, mains failure'],
  ['热应激、太热、高温、过热', 'heat stress, overheating, too hot, heatstroke'],
  ['产蛋率、产蛋下降、蛋少了、掉蛋', 'laying rate, egg production, fewer eggs, egg drop'],
  ['死淘、死淘率、死亡率、死亡', 'mortality, losses, deaths, dead birds'],
  ['不转、不动、停转', 'not running, does not run, stopped'],
]

export const seed: Seed = {
  mark: 'synonyms',
  write: db =>
    db.insert(searchSynonym).values(
      seededSynonyms.map(([chineseWords, englishWords]) => ({
        id: newId(),
        officePath: ROOT_PATH,
        chineseWords,
        englishWords,
      })),
    ),
}
