import { loadMetrics } from '#server/testing/load-metrics.ts'
import { reportPacket } from '#server/testing/report-packet.ts'
import { births } from '#server/testing/gateway-births.ts'
import { decodePayload } from '#shared/sparkplug/decode.ts'
import { encodePayload } from '#shared/sparkplug/encode.ts'
import { readSamples } from '#server/devices/samples.ts'
import { readBirth, tableOf } from '#server/devices/signal-table.ts'
import { createLayouts } from '#server/devices/layouts.ts'
import { encodeReports } from '#server/devices/encode-reports.ts'
import { mergeReports } from '#server/devices/merge-reports.ts'
import { resolveValue } from '#shared/sparkplug/value.ts'
const M=loadMetrics(80)
const p=reportPacket('spBv1.0/farm/DDATA/gw/dev',M,0)
const off=p.bytes.indexOf(0x08, 30)
const layouts=createLayouts()
const b=births({group:'farm',code:'gw',controllers:['dev'],metrics:M},Date.now())[1]!
const birth=readBirth(decodePayload(encodePayload({timestamp:Date.now(),seq:1,metrics:b.metrics})).metrics)
const table=tableOf(birth,layouts); table.layout.id=1
const hdr = p.bytes.length
import { parser } from 'mqtt-packet'
let payload:Buffer=Buffer.alloc(0); const pr=parser(); pr.on('packet',(x:any)=>payload=x.payload); p.write(1,5,Date.now(),.3); pr.parse(p.bytes)
const known=new Map<string,{value:any,at:number}>()
const N=Number(process.argv[2]??40000)
function t(name:string, f:(i:number)=>unknown, n=N){ for(let i=0;i<n/4;i++) f(i); const c=process.cpuUsage(); for(let i=0;i<n;i++) f(i); const d=process.cpuUsage(c); console.log(name.padEnd(40),((d.user+d.system)/n).toFixed(2),'us') }
let sink:any
const keepRing:any[]=new Array(1000)
const circ={receivedAt:Date.now(),historical:false,oldest:0}
t('decode',()=>sink=decodePayload(payload))
const dec=decodePayload(payload)
t('readSamples',()=>sink=readSamples(dec,table,layouts,circ))
t('decode+readSamples',()=>sink=readSamples(decodePayload(payload),table,layouts,circ))
t('decode+readSamples kept in ring of 1000',i=>{keepRing[i%1000]=readSamples(decodePayload(payload),table,layouts,circ)})
t('same, payload kept too',i=>{const d=decodePayload(payload); keepRing[i%1000]=[d,readSamples(d,table,layouts,circ)]})
const names=new Map(birth.map((x:any,i:number)=>[i,{name:x.name,datatype:x.datatype}]))
t('ceiling: decode+resolve to map',()=>{const m=new Map(); for(const x of decodePayload(payload).metrics){const a:any=names.get(x.alias??-1); if(a) m.set(a.name,resolveValue(x,a.datatype))} sink=m})
const s=readSamples(dec,table,layouts,circ).samples[0]!
const maps=Array.from({length:200},()=>new Map<string,{value:any,at:number}>())
t('latest.apply alike',i=>{const known=maps[i%200]!; for(const [name,value] of s.values){const k=known.get(name); if(!k) known.set(name,{value,at:i}); else if(i>=k.at){k.value=value;k.at=i}}})
t('noteAlarms alike',()=>{let c=0; for(const [name] of s.values) if(name.startsWith('Alarm/')) c++; sink=c})
const rows=Array.from({length:250},(_,i)=>({device:i,at:Date.now(),layout:table.layout,real:s.real,exact:s.exact}))
const rr=rows.map(r=>({...r,layout:1}))
t('encodeReports per row',()=>sink=encodeReports(rr as any,1),Math.max(40,N/250)); console.log('   (divide by 250)')
t('merge+map per row',()=>{const r=mergeReports(rows as any,layouts); sink=r.map(x=>({...x,layout:1}))},Math.max(40,N/250)); console.log('   (divide by 250)')
t('Float32Array(80).fill',()=>sink=new Float32Array(80).fill(NaN))
void hdr; void off
