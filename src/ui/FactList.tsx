import type { CSSProperties, ReactNode } from 'react'
import classes from './fact-list.module.css'

export interface FactListProps {
  /** Names and values; an empty text is left out. */
  facts: readonly (readonly [name: string, value: ReactNode])[]
  /** The least width of a fact, in pixels. */
  width: number
  /** True in a drawer of the desk. */
  isDense?: boolean
}

/** Names and values in columns. Names and numbers have their own text direction, independent of the page. */
export function FactList({ facts, width, isDense }: FactListProps) {
  return (
    <dl
      className={classes.facts}
      data-dense={isDense || undefined}
      style={{ '--fact-width': `${width}px` } as CSSProperties}
    >
      {facts.map(([name, value]) =>
        value === '' ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{typeof value === 'string' ? <bdi>{value}</bdi> : value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
