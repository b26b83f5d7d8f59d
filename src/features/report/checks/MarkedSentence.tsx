import classes from './checks.module.css'
import { markFound } from './mark-found.ts'

export interface MarkedSentenceProps {
  sentence: string
  found: readonly string[]
  /** The part that contains the sentence, if its place does not show that. */
  partName: string | undefined
}

/** A sentence of the report, with the words in question marked. */
export function MarkedSentence({ sentence, found, partName }: MarkedSentenceProps) {
  return (
    <span className={classes.sentence} dir="auto">
      {partName !== undefined && <span className={classes.part}>{partName}</span>}
      {markFound(sentence, found).map(({ text, isFound }, at) =>
        isFound ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
      )}
    </span>
  )
}
