import { VisuallyHidden } from '@mantine/core'
import { type MouseEvent, useRef } from 'react'
import type { ChartSpec } from '#render/chart/chart-spec.ts'
import { type CellText, cellText } from '#render/chart/chart-table.ts'
import type { Box, Drawing } from '#render/chart/drawing.ts'
import { ChartMarks } from './ChartMarks.tsx'
import { ChartPointer } from './ChartPointer.tsx'
import classes from './chart.module.css'
import type { DoorOf } from './chart-door.ts'
import { isSame, useMarkedCell } from './use-marked-cell.ts'
import { CHART_WORDS as WORDS } from './words.ts'

export interface ChartPlotProps {
  title: string
  spec: ChartSpec
  drawing: Drawing
  doorOf: DoorOf
}

/** The picture with its pointer and the marked value's tooltip. A click or Enter opens the entries behind it. */
export function ChartPlot({ title, spec, drawing, doorOf }: ChartPlotProps) {
  const pointer = useRef<HTMLAnchorElement>(null)
  const marked = useMarkedCell(drawing)
  const { cell, isMarked, isTold } = marked
  const box = drawing.cells.boxOf(cell)
  const said = cellText(spec, cell)
  const words = wordsOf(said)
  const door = doorOf(cell)
  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (pointer.current?.contains(event.target as Node)) return
    const under = marked.cellUnder(event)
    // The first tap shows the value, the second opens it; a mouse has already marked it by hovering.
    if (isMarked && isSame(under, cell)) pointer.current?.click()
    else marked.mark(under)
  }
  return (
    // Keyboard and screen readers use the pointer inside; this only widens the area for the mouse.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      className={classes.plot}
      data-opens={door !== undefined || undefined}
      onPointerMove={marked.onPointerMove}
      onPointerLeave={() => pointer.current !== document.activeElement && marked.unmark()}
      onClick={onClick}
    >
      <ChartMarks drawing={drawing} />
      <ChartPointer
        door={door}
        elementRef={pointer}
        label={`${title}: ${words}`}
        isMarked={isMarked}
        isTold={isTold}
        className={classes.pointer}
        style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
        onKeyDown={marked.onKeyDown}
        onFocus={() => marked.mark(cell)}
        onBlur={marked.unmark}
      />
      {isTold && <Tip box={box} end={drawing.cells.endOf?.(cell)} drawing={drawing} said={said} />}
      <VisuallyHidden aria-live="polite">{isTold ? words : ''}</VisuallyHidden>
    </div>
  )
}

const wordsOf = ({ label, series, value }: CellText) =>
  [label, series, value === '' ? WORDS.none : value].filter((text) => text !== '').join(', ')

interface TipProps {
  box: Box
  end: { x: number; y: number } | undefined
  drawing: Drawing
  said: CellText
}

/** Rendered inside the chart, so that the pointer can move over it and nothing else on the page rerenders. */
function Tip({ box, end, drawing, said }: TipProps) {
  const { x, y } = end ?? { x: box.x + box.width / 2, y: box.y }
  const part = x / drawing.width
  const side = part < 0.25 ? 'start' : part > 0.75 ? 'end' : 'middle'
  const isBelow = y < TIP_ROOM
  return (
    <div
      role="tooltip"
      className={classes.tip}
      data-side={side}
      data-below={isBelow || undefined}
      style={{ left: x, top: isBelow && !end ? box.y + box.height : y }}
    >
      <span className={classes.tipLabel}>{[said.label, said.series].filter(Boolean).join(', ')}</span>
      <span className={classes.tipValue}>{said.value === '' ? WORDS.none : said.value}</span>
    </div>
  )
}

const TIP_ROOM = 60
