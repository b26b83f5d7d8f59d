import { memo } from 'react'
import type { Drawing, Mark } from '#render/chart/drawing.ts'
import type { Ink } from '#render/chart/tones.ts'
import classes from './chart.module.css'

export interface ChartMarksProps {
  drawing: Drawing
}

const colourOf = (ink: Ink) => `var(--chart-${ink})`

/** The picture of a chart. Screen readers get the table instead. Rerenders only when the drawing changes. */
export const ChartMarks = memo(function ChartMarks({ drawing }: ChartMarksProps) {
  const { width, height, marks } = drawing
  return (
    <svg className={classes.picture} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
      {marks.map((mark, index) => (
        // Marks have no identity: the whole drawing changes at once.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <MarkElement key={index} mark={mark} />
      ))}
    </svg>
  )
})

function MarkElement({ mark }: { mark: Mark }) {
  if (mark.kind === 'shape') return <path d={mark.d} fill={colourOf(mark.ink)} fillOpacity={mark.share} />
  if (mark.kind === 'line')
    return (
      <path
        d={mark.d}
        fill="none"
        stroke={colourOf(mark.ink)}
        strokeWidth={mark.width}
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeDasharray={mark.dash?.join(' ') || undefined}
      />
    )
  return (
    <text
      x={mark.x}
      y={mark.y}
      textAnchor={mark.anchor}
      fontSize={mark.size}
      fontWeight={mark.isBold ? 600 : undefined}
      fill={colourOf(mark.ink)}
    >
      {mark.text}
    </text>
  )
}
