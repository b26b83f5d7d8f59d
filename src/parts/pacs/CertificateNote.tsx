import { Alert } from '@mantine/core'
import { useState } from 'react'
import type { pacs } from '#contract/masters/pacs.ts'
import { certificateStanding } from '#domain/study/certificate-standing.ts'
import { formatDate } from '#domain/time/formats.ts'
import type { RecordOf } from '#src/sync/masters/master-of.ts'
import { placeZone } from '#src/sync/session/place-zone.ts'
import { isSame, type Values } from '#src/ui/master/form-values.ts'
import { PACS_WORDS as WORDS } from './words.ts'

export interface CertificateNoteProps {
  record: RecordOf<typeof pacs> | undefined
  values: Values
}

const COLOURS = { good: 'gray', ending: 'orange', expired: 'red' } as const

/** Whose the stored client certificate is and when it expires; nothing is known of one that is being typed. */
export function CertificateNote({ record, values }: CertificateNoteProps) {
  const [now] = useState(() => new Date())
  if (!record?.client_certificate_expires) return null
  if (!isSame(values.client_certificate, record.client_certificate)) return null
  const ends = new Date(record.client_certificate_expires)
  const standing = certificateStanding(ends, now)
  return (
    <Alert variant="light" color={COLOURS[standing]} title={WORDS.certificate[standing]}>
      {WORDS.certificateOf(record.client_certificate_subject, formatDate(ends, placeZone()))}
    </Alert>
  )
}
