import { type MetCertificate, readMetCertificate } from '#server/kernel/way-out/met-certificate.ts'
import type { KeptCertificate, ServerWithCertificates } from './store.ts'

/** The certificates that image servers in use are reached with: what we show, and an authority of the house. */
export function keptCertificates(servers: readonly ServerWithCertificates[]): KeptCertificate[] {
  return servers
    .filter(({ active, use_tls }) => active && use_tls)
    .flatMap(({ id, client_certificate, server_ca }) => {
      const [own] = certificatesIn(client_certificate)
      // While an authority is replaced the old one and the new one stand beside each other: the last to end counts.
      const last = certificatesIn(server_ca).toSorted((a, b) => b.ends.getTime() - a.ends.getTime())[0]
      return [
        ...(own ? [{ role: 'client', place: id, ...own } as const] : []),
        ...(last ? [{ role: 'authority', place: id, ...last } as const] : []),
      ]
    })
}

/** The certificates of a PEM text; none where one cannot be read, which a save refuses. */
function certificatesIn(pem: string): MetCertificate[] {
  try {
    return (pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []).map(
      readMetCertificate,
    )
  } catch {
    return []
  }
}
