import './record-cell.css'

/** A record's subject with its number below: the first cell of a list of tickets. */
export const RecordCell = ({ about, number }: { about: string; number: string }) => (
  <span className="record-cell">
    <span>{about}</span>
    <small className="num">{number}</small>
  </span>
)
