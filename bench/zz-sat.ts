import { startRealServer } from '#server/testing/real-server.ts'
import { fillFarm, openFarmDb } from '#server/testing/busy-farm.ts'
import { startWorker } from './worker.ts'
import { readFileSync, readdirSync } from 'node:fs'
const dir = '/tmp/prof2'
const s = await startRealServer({}, process.env.NOPROF ? (process.env.ARGS ?? '').split(' ').filter(Boolean) : ['--cpu-prof','--cpu-prof-dir='+dir,'--cpu-prof-interval','500'])
try {
const db = openFarmDb(s.superuserUrl); const f = await fillFarm(db,{customers:10,gateways:10,controllers:2}); await db.close()
await s.stop(); await s.start()
const l:any = startWorker('./load.ts')
await l.ask({do:'connect',port:s.mqttPort,group:'farm',gateways:f.gateways,metrics:80,window:10})
const cpu = async () => { const t = await (await fetch(s.url+'/metrics')).text(); return Number(/^process_cpu_seconds_total (\S+)/m.exec(t)![1]) }
const kids = () => { let sum=0; for (const p of readdirSync('/proc')) { if(!/^\d+$/.test(p)) continue; try { const st=readFileSync(`/proc/${p}/stat`,'utf8').split(') ')[1]!.split(' '); if (Number(st[1])===s.databasePid) sum+=Number(st[11])+Number(st[12]) } catch {} } return sum*10 }
await l.ask({do:'run',warmUpMs:1000,ms:2000})
for (let i=0;i<2;i++) {
const c0=await cpu(), k0=kids(); const t0=performance.now()
const r = await l.ask({do:'run',warmUpMs:0,ms:6000}); const c1=await cpu(), k1=kids()
console.log('msg/s', Math.round(r.ackedInAll/(performance.now()-t0)*1000), 'server us/report', ((c1-c0)*1e6/r.ackedInAll).toFixed(1), 'pg us/report', ((k1-k0)*1e3/r.ackedInAll).toFixed(1), 'p50',r.p50.toFixed(1))
const m = await (await fetch(s.url+'/metrics')).text(); console.log(m.split('\n').filter(x=>/gc_duration_seconds_(sum|count).*minor/.test(x)).join(' '))
}
await l.ask({do:'disconnect'}); await l.stop(); await s.stop()
} finally { await s.remove() }
