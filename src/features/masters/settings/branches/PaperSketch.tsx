import type { Margins } from '#domain/branch/paper-margins.ts'
import { useFileUrl } from '#src/ui/master/fields/use-file-url.ts'
import classes from '../settings.module.css'

export interface PaperSketchProps {
  label: string
  /** Pixels at 96 dpi. */
  margins: Margins
  header: number
  footer: number
  headerImageId?: string | undefined
  footerImageId?: string | undefined
  /** Whether the paper is pre-printed: header and footer are then already on it. */
  isPlain: boolean
}

/** A4 in pixels at 96 dpi. */
const WIDTH = 794
const HEIGHT = 1123
const LINE = 26
const PAPER = '#f4f4f2'
const STRIP = '#d5d9e0'
const INK = '#8a8f98'
const EDGE = '#4c6ef5'

/**
 * A sheet with the margins, header and footer currently entered. As on paper, text never overlaps a header or
 * footer, whatever the margins.
 */
export function PaperSketch({
  label,
  margins,
  header,
  footer,
  headerImageId,
  footerImageId,
  isPlain,
}: PaperSketchProps) {
  const headerHeight = isPlain || headerImageId ? header : 0
  const footerHeight = isPlain || footerImageId ? footer : 0
  const top = Math.max(margins.top, headerHeight)
  const bottom = HEIGHT - Math.max(margins.bottom, footerHeight)
  const width = Math.max(0, WIDTH - margins.left - margins.right)
  const lines = Math.max(0, Math.floor((bottom - top - 12) / LINE))
  return (
    <svg className={classes.paper} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <rect width={WIDTH} height={HEIGHT} fill={PAPER} />
      <Strip y={0} height={headerHeight} imageId={headerImageId} />
      <Strip y={HEIGHT - footerHeight} height={footerHeight} imageId={footerImageId} />
      {Array.from({ length: lines }, (_, line) => (
        <rect
          key={line}
          x={margins.left + 6}
          y={top + 12 + line * LINE}
          width={Math.max(0, (width - 12) * (line % 5 === 4 ? 0.55 : 1))}
          height={8}
          rx={4}
          fill={INK}
          opacity={0.5}
        />
      ))}
      <rect
        x={margins.left}
        y={top}
        width={width}
        height={Math.max(0, bottom - top)}
        fill="none"
        stroke={EDGE}
        strokeWidth={3}
        strokeDasharray="12 8"
      />
    </svg>
  )
}

function Strip({ y, height, imageId }: { y: number; height: number; imageId: string | undefined }) {
  if (height <= 0) return null
  return (
    <>
      <rect y={y} width={WIDTH} height={height} fill={STRIP} />
      {imageId !== undefined && <StripImage key={imageId} y={y} height={height} imageId={imageId} />}
    </>
  )
}

function StripImage({ y, height, imageId }: { y: number; height: number; imageId: string }) {
  const url = useFileUrl(imageId)
  if (!url) return null
  return <image href={url} x={0} y={y} width={WIDTH} height={height} preserveAspectRatio="xMidYMid meet" />
}
