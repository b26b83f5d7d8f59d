import type { CSSProperties } from 'react'
import { Link } from 'react-router-dom'
import type { StatusCounts } from '#contract/calls/dashboard.ts'
import { REPORT_STATUS_TABLE, REPORT_STATUSES } from '#domain/status/report-status.ts'
import type { DashboardPartProps } from './Dashboard.tsx'
import classes from './dashboard.module.css'
import { listAddress } from './list-address.ts'
import { DASHBOARD_WORDS as WORDS } from './words.ts'

export interface StatusTilesProps extends Pick<DashboardPartProps, 'session' | 'filter'> {
  summary: StatusCounts
}

/** The total of cases and the number for each status; each opens its list. */
export function StatusTiles({ session, filter, summary }: StatusTilesProps) {
  const statuses = REPORT_STATUSES.map((status) => ({ status, ...REPORT_STATUS_TABLE[status] }))
  return (
    <ul className={classes.tiles}>
      <Tile label={WORDS.totalCases} count={summary.All} to={listAddress(session, figureOf(filter))} />
      {statuses.map(({ status, label, colour }) => (
        <Tile
          key={status}
          label={label}
          count={summary[status]}
          colour={colour}
          to={listAddress(session, { ...figureOf(filter), status })}
        />
      ))}
    </ul>
  )
}

const figureOf = ({ branchId, basis, range, days }: DashboardPartProps['filter']) => ({
  branchId,
  basis,
  range,
  days,
})

interface TileProps {
  label: string
  count: number
  /** The name of a theme colour. */
  colour?: string
  to: string
}

function Tile({ label, count, colour, to }: TileProps) {
  const tint = colour && {
    '--tile': `var(--mantine-color-${colour}-6)`,
    '--tile-ink': `var(--mantine-color-${colour}-3)`,
  }
  return (
    <li>
      <Link
        to={to}
        className={classes.tile}
        style={tint as CSSProperties}
        aria-label={WORDS.openList(label, count)}
      >
        <span className={classes.number}>{WORDS.number(count)}</span>
        <span className={classes.label}>{label}</span>
      </Link>
    </li>
  )
}
