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
    // Browsers show no PDF in a sandboxed frame; this one was created by this page's own worker.
    // oxlint-disable-next-line react/iframe-missing-sandbox
    <iframe key={url} className={classes.paper} src={`${url}#toolbar=0&navpanes=0&view=FitH`} title={title} />
  )
}
