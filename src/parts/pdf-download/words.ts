/** Words for PDFs that the server creates. */
export const PDF_WORDS = {
  making: 'The PDF is being made',
  cancel: 'Cancel',
  cancelled: 'No PDF was made.',
  failed: 'The PDF could not be made',
  done: (file: string) => `${file} is downloaded.`,
} as const
