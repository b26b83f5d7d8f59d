import { Button } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { type ChartSpec, isEmptyChart } from '#render/chart/chart-spec.ts'
import { layOutChart } from '#render/chart/lay-out-chart.ts'
import { guessTextWidth } from '#render/chart/text-width.ts'
import { ChartPlot } from './ChartPlot.tsx'
import { ChartTable } from './ChartTable.tsx'
import classes from './chart.module.css'
import type { DoorOf } from './chart-door.ts'
import { SpokenTable } from './SpokenTable.tsx'
import { useWidth } from './use-width.ts'
import { CHART_WORDS as WORDS } from './words.ts'

/** The props of every chart besides its data. */
export interface ChartProps {
  title: string
  /** The heading of the places' column in the table: 'Month', 'Machine'. */
  placeHeading: string
  /** The meaning of the numbers: 'Cases', 'Received (INR)'. */
  valueHeading: string
  /** Pixels; a list of bars sets its height from its rows. */
  height?: number | undefined
  /** Why there is nothing, and what to do. */
  emptyText?: string | undefined
  /** Shown beside the title: a switch, a filter of its own. */
  tools?: ReactNode
}

export interface ChartFigureProps extends ChartProps {
  spec: ChartSpec
  doorOf: DoorOf
}

/** Used before the browser has laid the page out. */
const USUAL_WIDTH = 640
const USUAL_HEIGHT = 260

/** A chart: its title with its picture or table, or why it is empty. */
export function ChartFigure({ height = USUAL_HEIGHT, tools, emptyText, doorOf, ...shown }: ChartFigureProps) {
  const { title, spec } = shown
  const [isTable, setTable] = useState(false)
  const { ref, width } = useWidth<HTMLDivElement>(USUAL_WIDTH)
  const isEmpty = isEmptyChart(spec)
  const drawing = useMemo(
    () => layOutChart(spec, { width, height, textWidth: guessTextWidth }),
    [spec, width, height],
  )
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.head}>
        <span className={classes.title}>{title}</span>
        {tools}
        {!isEmpty && (
          <Button
            className={classes.toggle}
            variant="subtle"
            size="compact-xs"
            aria-pressed={isTable}
            onClick={() => setTable(!isTable)}
          >
            {isTable ? WORDS.asChart : WORDS.asTable}
          </Button>
        )}
      </figcaption>
      <div ref={ref}>
        {isEmpty && <p className={classes.empty}>{emptyText ?? WORDS.empty}</p>}
        {!isEmpty && isTable && <ChartTable {...shown} doorOf={doorOf} />}
        {!isEmpty && !isTable && (
          <>
            <ChartPlot title={title} spec={spec} drawing={drawing} doorOf={doorOf} />
            <SpokenTable
              title={title}
              spec={spec}
              placeHeading={shown.placeHeading}
              valueHeading={shown.valueHeading}
            />
          </>
        )}
      </div>
    </figure>
  )
}
