import { App, Button, Dropdown } from 'antd'
import { FileText } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { type OverhaulLog, overhaul } from '#shared/contracts/overhaul.ts'
import { dateOf, momentOf } from '#shared/dates.ts'
import { overhaulResults } from '#shared/overhaul.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { useZone } from '#web/components/time.tsx'
import { CallError, call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall, useSession } from '#web/data/session.ts'
import './overhaul-log.css'

/** How many days up to today a log covers. */
const SPANS = [30, 90, 365]

interface Printed {
  firstDay: string
  lastDay: string
  log: OverhaulLog
}

/** Prints what was done within some days: date, check, result, person. `place` is the list's. */
export function OverhaulLogButton({ place }: { place: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('overhaul')
  const { message } = App.useApp()
  const today = dateIn(useZone(), new Date())
  const [printed, setPrinted] = useState<Printed | null>(null)
  const [busy, setBusy] = useState(false)
  const { officeId, houseId } = place
  const print = async (days: number) => {
    setBusy(true)
    const span = { firstDay: daysAfter(today, 1 - days), lastDay: today }
    try {
      setPrinted({ ...span, log: await call(overhaul.log, { query: { ...span, officeId, houseId } }) })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (!error.told) void message.error(error.message || t($ => $.log.failed))
    } finally {
      setBusy(false)
    }
  }
  if (!useMayCall(overhaul.log)) return null
  const items = SPANS.map(count => ({
    key: String(count),
    label: t($ => $.log.lastDays, { count }),
    onClick: () => void print(count),
  }))
  return (
    <>
      <Dropdown menu={{ items }} trigger={['click']}>
        <Button icon={<FileText size={16} aria-hidden />} loading={busy}>
          {t($ => $.log.title)}
        </Button>
      </Dropdown>
      {printed && <Paper {...printed} done={() => setPrinted(null)} />}
    </>
  )
}

/** Exists only for printing; prints itself once and is done. */
function Paper({ firstDay, lastDay, log, done }: Printed & { done: () => void }) {
  const { t } = useTranslation('overhaul')
  const language = usePreferences(each => each.language)
  const title = t($ => $.log.title)
  const days = `${dateOf(firstDay, language)} – ${dateOf(lastDay, language)}`
  const finish = useEffectEvent(done)
  useEffect(() => {
    // What the browser suggests as file name.
    const before = document.title
    document.title = `${title} ${firstDay} ${lastDay}`
    const ended = () => {
      document.title = before
      finish()
    }
    addEventListener('afterprint', ended, { once: true })
    window.print()
    return () => {
      removeEventListener('afterprint', ended)
      document.title = before
    }
  }, [title, firstDay, lastDay])
  // A proof must name the farm.
  const farm = useSession(({ user }) => user?.officeName)
  const isOthers = log.lines.some(({ customer }) => customer !== null)
  return createPortal(
    <article className="overhaul-paper" lang={language}>
      <header>
        <h1>{title}</h1>
        <p>
          {!isOthers && farm && <strong>{farm}</strong>} {days}
        </p>
      </header>
      {log.lines.length === 0 && <p>{t($ => $.log.none)}</p>}
      {!log.isWhole && <p>{t($ => $.log.more)}</p>}
      {log.lines.length > 0 && (
        <table>
          <thead>
            <tr>
              <th>{t($ => $.log.at)}</th>
              {isOthers && <th>{t($ => $.customer)}</th>}
              <th>{t($ => $.place)}</th>
              <th>{t($ => $.item)}</th>
              <th>{t($ => $.log.result)}</th>
              <th>{t($ => $.log.says)}</th>
              <th>{t($ => $.log.by)}</th>
            </tr>
          </thead>
          <tbody>
            {log.lines.map(line => (
              <tr key={line.id}>
                <td>{momentOf(new Date(line.at), language, line.timeZone)}</td>
                {isOthers && <td>{line.customer}</td>}
                <td>{line.place}</td>
                <td>
                  {line.equipment} · {line.item}
                </td>
                <td>{overhaulResults[line.isPassed ? 'passed' : 'failed'][language]}</td>
                <td>
                  {[...line.failed, line.reading, line.note, line.repairNumber].filter(Boolean).join(' · ')}
                </td>
                <td>{line.by}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </article>,
    document.body,
  )
}
