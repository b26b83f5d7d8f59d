import { type MetCertificate, readMetCertificate } from '#server/kernel/way-out/met-certificate.ts'
import type { KeptCertificate, ServerWithCertificates } from './store.ts'

/**
 * Returns the certificates for connections to active image servers: our own, and the centre's certificate authority.
 */
export function keptCertificates(servers: readonly ServerWithCertificates[]): KeptCertificate[] {
  return servers
    .filter(({ active, use_tls }) => active && use_tls)
    .flatMap(({ id, client_certificate, server_ca }) => {
      const [own] = certificatesIn(client_certificate)
      // During a replacement the old and the new authority coexist; uses the one that ends last.
      const last = certificatesIn(server_ca).toSorted((a, b) => b.ends.getTime() - a.ends.getTime())[0]
      return [
        ...(own ? [{ role: 'client', place: id, ...own } as const] : []),
        ...(last ? [{ role: 'authority', place: id, ...last } as const] : []),
      ]
    })
}

/** Returns the certificates of a PEM text; none if one cannot be parsed, which the save prevents. */
function certificatesIn(pem: string): MetCertificate[] {
  try {
    return (pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []).map(
      readMetCertificate,
    )
  } catch {
    return []
  }
}
