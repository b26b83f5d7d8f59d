import { printInFrame } from '#src/ui/print-frame.ts'

/** Opens the browser's print dialog for a PDF that this page's own worker made. */
// Browsers show no PDF in a sandboxed frame.
export const printPdf = (pdf: Blob): Promise<void> => printInFrame(pdf)
