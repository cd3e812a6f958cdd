import { Image } from 'antd'
import { useFiles } from './use-files.ts'
import './shown-files.css'

/** The pictures of a record as thumbnails; clicking one fills the screen. */
export function Pictures({ ids }: { ids: readonly string[] }) {
  const found = useFiles(ids)
  if (ids.length === 0) return null
  return (
    <div className="shown-pictures row wrap stretch">
      <Image.PreviewGroup>
        {ids.map(id => {
          const file = found.get(id)
          return file ? (
            <Image
              key={id}
              src={file.small ?? file.url}
              preview={{ src: file.url }}
              alt={file.name}
              width={112}
              height={112}
            />
          ) : (
            <span key={id} className="shown-pictures-wait" />
          )
        })}
      </Image.PreviewGroup>
    </div>
  )
}
