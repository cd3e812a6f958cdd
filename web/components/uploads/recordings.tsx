import { isPlayed, Playback } from './playback.tsx'
import { useFiles } from './use-files.ts'
import './shown-files.css'

/** The voice notes and videos among a record's files, each played in place. */
export function Recordings({ ids }: { ids: readonly string[] }) {
  const found = useFiles(ids)
  const files = ids.flatMap(id => found.get(id) ?? []).filter(isPlayed)
  if (files.length === 0) return null
  return (
    <div className="shown-recordings stack">
      {files.map(file => (
        <Playback key={file.id} file={file} />
      ))}
    </div>
  )
}
