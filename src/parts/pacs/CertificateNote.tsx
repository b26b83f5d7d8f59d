import { Alert } from '@mantine/core'
import { useState } from 'react'
import type { pacs } from '#contract/masters/pacs.ts'
import { certificateStanding } from '#domain/certificate/certificate-standing.ts'
import { formatDate } from '#domain/time/formats.ts'
import type { RecordOf } from '#src/sync/masters/master-of.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { isSame, type Values } from '#src/ui/master/form-values.ts'
import { PACS_WORDS as WORDS } from './words.ts'

export interface CertificateNoteProps {
  record: RecordOf<typeof pacs> | undefined
  values: Values
}

const COLOURS = { good: 'gray', ending: 'orange', expired: 'red' } as const
/** If another image server is entered, nothing is known about its certificate. */
const PLACE = ['db_host', 'db_port', 'use_tls'] as const

/**
 * The subject and expiry of the stored client certificate, and of the certificate that the image server presented last;
 * nothing is known about unsaved values.
 */
export function CertificateNote({ record, values }: CertificateNoteProps) {
  if (!record) return null
  const isOwn = isSame(values.client_certificate, record.client_certificate)
  const isSamePlace = PLACE.every((name) => isSame(values[name], record[name]))
  return (
    <>
      {isOwn && (
        <Note
          titles={WORDS.certificate}
          subject={record.client_certificate_subject}
          expires={record.client_certificate_expires}
        />
      )}
      {isSamePlace && (
        <Note
          titles={WORDS.serverCertificate}
          subject={record.server_certificate_subject}
          expires={record.server_certificate_expires}
        />
      )}
    </>
  )
}

interface NoteProps {
  titles: Readonly<Record<keyof typeof COLOURS, string>>
  subject: string
  /** Empty if there is no certificate; absent in an answer of an older server. */
  expires: string | undefined
}

function Note({ titles, subject, expires }: NoteProps) {
  const [now] = useState(() => new Date())
  if (!expires) return null
  const ends = new Date(expires)
  const standing = certificateStanding(ends, now)
  return (
    <Alert variant="light" color={COLOURS[standing]} title={titles[standing]}>
      {WORDS.certificateOf(subject, formatDate(ends, branchZone()))}
    </Alert>
  )
}
