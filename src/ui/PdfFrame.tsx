import { Text } from '@mantine/core'
import classes from './pdf-frame.module.css'

export interface PdfFrameProps {
  url: string
  title: string
  /** Shown instead by a browser without a viewer. */
  noViewer: string
}

/** A paper in the browser's own viewer. */
export function PdfFrame({ url, title, noViewer }: PdfFrameProps) {
  if (!navigator.pdfViewerEnabled) return <Text className={classes.instead}>{noViewer}</Text>
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- browsers show no PDF in a sandboxed frame; this page made it
    <iframe key={url} className={classes.paper} src={`${url}#toolbar=0&navpanes=0&view=FitH`} title={title} />
  )
}
