import { printInFrame } from '#src/ui/files/print-frame.ts'

/** Opens the browser's print dialog for a PDF created by this page's own worker. */
// Browsers do not show PDFs in a sandboxed frame.
export const printPdf = (pdf: Blob): Promise<void> => printInFrame(pdf)
