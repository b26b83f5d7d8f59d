interface Fault {
  codes: readonly string[]
  /** Matches the TLS library's message, because the mail library replaces the TLS library's code with its own. */
  message: RegExp
  words: string
}

/** The possible faults of a certificate that another system presented. */
const FAULTS: readonly Fault[] = [
  {
    codes: ['CERT_HAS_EXPIRED'],
    message: /^certificate has expired\b/,
    words: 'has expired: its operator must renew it',
  },
  {
    codes: ['CERT_NOT_YET_VALID'],
    message: /^certificate is not yet valid\b/,
    words: 'is not valid yet: compare the clocks of both sides',
  },
  {
    codes: ['ERR_TLS_CERT_ALTNAME_INVALID'],
    message: /^Hostname\/IP does not match certificate's altnames\b/,
    words: 'does not match the host name of the address',
  },
  {
    codes: ['DEPTH_ZERO_SELF_SIGNED_CERT'],
    message: /^self-signed certificate$/,
    words: 'is self-signed: this server does not trust it',
  },
  {
    codes: [
      'SELF_SIGNED_CERT_IN_CHAIN',
      'UNABLE_TO_GET_ISSUER_CERT',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    ],
    message:
      /^(self-signed certificate in certificate chain|unable to get (local )?issuer certificate|unable to verify the first certificate)\b/,
    words: 'comes from an authority that this server does not trust',
  },
]

/**
 * Returns why a certificate was refused, from the error or its causes: `has expired: …`, to be placed after
 * the certificate's owner. Returns undefined for other errors. A system that presents a certificate has
 * answered (docs/decisions/361).
 */
export function certificateFault(error: unknown): string | undefined {
  let at: unknown = error
  for (let depth = 0; depth < 6 && at instanceof Error; depth++) {
    const { message, code = '' } = at as Error & { code?: string }
    const fault = FAULTS.find((one) => one.codes.includes(code) || one.message.test(message))
    if (fault) return fault.words
    at = at.cause
  }
  return undefined
}
