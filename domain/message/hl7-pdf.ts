/** Largest PDF that is attached to a report by HL7; receivers refuse messages that are much larger. */
export const HL7_PDF_MAX_MB = 4
export const HL7_PDF_MAX_BYTES = HL7_PDF_MAX_MB * 1024 * 1024

/** Why a report is sent by HL7 without its PDF; empty if the PDF is attached. */
export function whyWithoutPdf({ isHeld, bytes }: { isHeld: boolean; bytes: number | undefined }): string {
  if (isHeld) return 'The PDF was left out: the payment is pending. Send it again once it is paid.'
  if (bytes === undefined) return 'The PDF was left out: it could not be made.'
  if (bytes <= HL7_PDF_MAX_BYTES) return ''
  // Rounded up, so that the size shown is above the limit.
  const size = (Math.ceil((bytes / 1024 / 1024) * 10) / 10).toFixed(1)
  return `The PDF was left out: it has ${size} MB, and at most ${HL7_PDF_MAX_MB} MB go by HL7.`
}
