import { Badge, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import classes from '../texts.module.css'

export interface StackedRow {
  id: string
  name: string
  /** The item's place, if the list does not show it. */
  place?: string | undefined
  /** A mark after the name, such as [by Admin]. */
  mark?: string | undefined
  badges?: readonly string[] | undefined
  /** The number of items below it. */
  count?: number | undefined
  actions?: ReactNode
}

export interface StackedListProps {
  title: string
  rows: readonly StackedRow[]
  chosen: string | undefined
  onChoose: (id: string) => void
  /** Why the list is empty. */
  empty: string
  /** True while loading. */
  isLoading?: boolean
  /** Buttons next to the title. */
  children?: ReactNode
}

/** One of the three stacked lists (docs/masters.md#texts). */
export function StackedList({
  title,
  rows,
  chosen,
  onChoose,
  empty,
  isLoading = false,
  children,
}: StackedListProps) {
  return (
    <section className={classes.stack} aria-label={title}>
      <header className={classes.stackHead}>
        <h2>{title}</h2>
        {children}
      </header>
      <ul className={classes.rows}>
        {rows.map((row) => (
          <li key={row.id} className={classes.row} data-chosen={row.id === chosen || undefined}>
            <UnstyledButton
              className={classes.rowName}
              aria-pressed={row.id === chosen}
              onClick={() => onChoose(row.id)}
            >
              <span>{row.name}</span>
              {row.place !== undefined && <span className={classes.mark}>{row.place}</span>}
              {row.mark !== undefined && <span className={classes.mark}>{row.mark}</span>}
              {row.badges?.map((badge) => (
                <Badge key={badge} size="xs" variant="light" color={badge === 'Inactive' ? 'gray' : 'orange'}>
                  {badge}
                </Badge>
              ))}
            </UnstyledButton>
            {row.count !== undefined && <span className={classes.count}>{row.count}</span>}
            {row.actions}
          </li>
        ))}
        {isLoading ? (
          <li>
            <SkeletonRows rows={3} height={28} />
          </li>
        ) : (
          rows.length === 0 && <li className={classes.none}>{empty}</li>
        )}
      </ul>
    </section>
  )
}
