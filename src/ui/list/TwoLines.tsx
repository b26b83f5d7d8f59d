import type { ReactNode } from 'react'
import classes from './list.module.css'

export interface TwoLinesProps {
  first: ReactNode
  second: ReactNode
  title?: string
}

/** A cell of two lines; the second one is smaller. */
export function TwoLines({ first, second, title }: TwoLinesProps) {
  return (
    <span className={classes.two} title={title}>
      <span>{first}</span>
      <span className={classes.second}>{second}</span>
    </span>
  )
}
