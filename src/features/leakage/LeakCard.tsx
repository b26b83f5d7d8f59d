import { Text, Title } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { LeakCount } from '#contract/calls/leakage.ts'
import type { LeakLine } from '#domain/leakage/lines.ts'
import { TintBadge } from '#src/ui/badges/TintBadge.tsx'
import { Spark } from '#src/ui/chart/Spark.tsx'
import classes from './leakage.module.css'
import { LEAKAGE_WORDS as WORDS } from './words.ts'

export interface LeakCardProps {
  line: LeakLine
  count: LeakCount
  /** The amount at stake in the open entries; absent if the line has no amounts or no open entries. */
  amount: string | undefined
  /** The change against the previous days; absent while unknown. */
  change: string | undefined
  /** The link to the list of entries; absent when offline. */
  to: string | undefined
}

/** One line of the board: the number, the amount, and the change. The whole card opens the entries. */
export function LeakCard({ line, count, amount, change, to }: LeakCardProps) {
  const { title, hint } = WORDS.lines[line]
  const { open, explained, unpriced } = count
  return (
    <Frame to={to}>
      <div className={classes.head}>
        <Title order={2} size="h5">
          {title}
        </Title>
        {to !== undefined && <IconChevronRight size={18} stroke={1.5} aria-hidden />}
      </div>
      <div className={classes.figures}>
        <span className={classes.number}>{WORDS.open(open)}</span>
        {amount !== undefined && <span className={classes.amount}>{amount}</span>}
      </div>
      <div className={classes.badges}>
        {open === 0 && explained === 0 && <TintBadge colour="green">{WORDS.noneFound}</TintBadge>}
        {open === 0 && explained > 0 && <TintBadge colour="green">{WORDS.allExplained}</TintBadge>}
        {explained > 0 && <Text size="sm">{WORDS.explained(explained)}</Text>}
        {unpriced > 0 && (
          <Text size="sm" c="dimmed">
            {WORDS.unpriced(unpriced)}
          </Text>
        )}
      </div>
      <div className={classes.trend}>
        <Trend count={count} />
        {change !== undefined && (
          <Text size="sm" c="dimmed">
            {WORDS.found(change)}
          </Text>
        )}
      </div>
      <Text size="xs" c="dimmed">
        {hint}
      </Text>
    </Frame>
  )
}

/** Shows when the entries were found. Renders nothing for fewer than two steps, or without entries. */
function Trend({ count: { trend, trend_unit } }: { count: LeakCount }) {
  const most = Math.max(...trend)
  if (trend.length < 2 || most === 0) return null
  return <Spark title={WORDS.trend(trend_unit, Math.min(...trend), most, trend.at(-1) ?? 0)} values={trend} />
}

function Frame({ to, children }: { to: string | undefined; children: ReactNode }) {
  if (to === undefined) return <div className={classes.card}>{children}</div>
  return (
    <Link to={to} className={`${classes.card} ${classes.link}`}>
      {children}
    </Link>
  )
}
