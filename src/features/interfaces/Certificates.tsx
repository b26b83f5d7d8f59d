import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { CertificateInUse } from '#contract/calls/certificates.ts'
import { formatDate } from '#domain/time/formats.ts'
import { TintBadge } from '#src/ui/badges/TintBadge.tsx'
import classes from './interfaces.module.css'
import { INTERFACES_WORDS } from './words.ts'

const WORDS = INTERFACES_WORDS.certificates
/** Limits the list, so that many certificates do not push the log down. */
const SHOWN = 3
const COLOURS = { good: 'gray', ending: 'orange', expired: 'red' } as const

export interface CertificatesProps {
  /** Sorted by expiry, earliest first. */
  certificates: readonly CertificateInUse[]
  zone: string
}

/** The expiry dates of the certificates used by connections to other systems. */
export function Certificates({ certificates, zone }: CertificatesProps) {
  const [isAll, setAll] = useState(false)
  if (certificates.length === 0) return null
  // Always shows certificates that need action.
  const shown = certificates.filter(({ standing }, place) => isAll || place < SHOWN || standing !== 'good')
  return (
    <section aria-label={WORDS.title}>
      <Text fw={600} size="sm">
        {WORDS.title}
      </Text>
      <Text size="xs" c="dimmed">
        {WORDS.subtitle}
      </Text>
      <ul className={classes.certificates}>
        {shown.map((one) => (
          <li key={`${one.role} ${one.place} ${one.names.join()} ${one.ends}`}>
            <TintBadge colour={COLOURS[one.standing]} size="sm">
              {endWords(one, zone)}
            </TintBadge>
            <Text span size="sm">
              {whoseWords(one)}
            </Text>
          </li>
        ))}
      </ul>
      {(isAll || shown.length < certificates.length) && (
        <Button variant="subtle" size="compact-sm" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? WORDS.fewer : WORDS.all(certificates.length)}
        </Button>
      )}
    </section>
  )
}

function endWords({ ends, standing }: CertificateInUse, zone: string): string {
  const day = formatDate(new Date(ends), zone)
  return standing === 'expired' ? WORDS.expired(day) : WORDS.until(day)
}

const whoseWords = ({ role, place, names, subject }: CertificateInUse): string =>
  [names.join(', '), WORDS.roles[role](place), subject].filter((part) => part !== '').join(' · ')
