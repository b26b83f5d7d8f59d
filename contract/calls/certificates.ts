import * as z from 'zod/mini'
import { CERTIFICATE_ROLES } from '#domain/certificate/certificates-in-use.ts'
import { defineCall } from '../kernel/define-call.ts'
import { Instant } from '../kernel/fields.ts'
import { resultOf } from '../kernel/paging.ts'

/** A certificate that a connection to another system needs (docs/decisions/340). */
export const CertificateInUse = z.object({
  role: z.enum(CERTIFICATE_ROLES),
  /** `host:port` of the other side; empty for a certificate stored with an image server. */
  place: z.string(),
  /** The image servers that use it; empty for other partners. */
  names: z.array(z.string()),
  subject: z.string(),
  ends: Instant,
  standing: z.enum(['good', 'ending', 'expired']),
})
export type CertificateInUse = z.output<typeof CertificateInUse>

export const certificateCalls = {
  list: defineCall({
    access: 'manage_masters',
    base: 'api',
    offline: { kind: 'never' },
    method: 'GET',
    key: 'interfaces/certificates',
    path: 'interfaces/certificates',
    input: z.strictObject({}),
    /** Ordered by end, earliest first. */
    output: resultOf(z.array(CertificateInUse)),
  }),
} as const
