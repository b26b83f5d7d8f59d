/** Character sets of HL7 messages (table 0211, and Windows-1256 by agreement) that a client can set. */
export const HL7_CHARSETS = ['UNICODE UTF-8', '8859/1', '8859/6', '8859/15', 'WINDOWS-1256'] as const
export type Hl7Charset = (typeof HL7_CHARSETS)[number]

/** The labels of the sets. */
export const HL7_CHARSET_LABELS: Readonly<Record<Hl7Charset, string>> = {
  'UNICODE UTF-8': 'Unicode (UTF-8)',
  '8859/1': 'Western (8859/1)',
  '8859/6': 'Arabic (8859/6)',
  '8859/15': 'Western with Euro (8859/15)',
  'WINDOWS-1256': 'Arabic and Persian (Windows-1256)',
}
