import './record-cell.css'

/** What a record is about, with its number below: the first cell of a list of tickets. */
export const RecordCell = ({ about, number }: { about: string; number: string }) => (
  <span className="record-cell">
    <span>{about}</span>
    <small className="num">{number}</small>
  </span>
)
