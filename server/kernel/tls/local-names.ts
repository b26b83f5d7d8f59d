import { hostname, networkInterfaces } from 'node:os'

/** Host names and addresses by which browsers on this machine and its network may reach the server. */
export interface LocalNames {
  hosts: readonly string[]
  addresses: readonly string[]
}

/** Returns the current names of this machine, without link-local addresses, since no browser accepts their zone. */
export function localNames(): LocalNames {
  const addresses = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ address }) => !/^(fe80:|169\.254\.)/i.test(address))
    .map(({ address }) => address)
  const host = hostname().toLowerCase()
  // Many networks resolve the bare name, home networks resolve name.local.
  const hosts = ['localhost', host, host.includes('.') ? '' : `${host}.local`]
  return {
    // A machine's name may contain characters that a certificate cannot.
    hosts: unique(hosts.filter((name) => /^[a-z0-9.-]+$/.test(name))),
    addresses: unique(['127.0.0.1', '::1', ...addresses]),
  }
}

const unique = (list: readonly string[]) => [...new Set(list)].filter((one) => one !== '').toSorted()
