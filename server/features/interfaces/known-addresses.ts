/** So many addresses are remembered, the latest heard; and so many clients of one. */
const ADDRESSES_MAX = 1_000
const CLIENTS_MAX = 5

/** Which systems spoke from which address, while this process runs. */
export class KnownAddresses {
  #held = new Map<string, Map<string, string>>()

  note(address: string, clientId: string, peer: string): void {
    const clients = this.#held.get(address) ?? new Map<string, string>()
    // The latest stand last: of too many the first is forgotten.
    this.#held.delete(address)
    this.#held.set(address, clients)
    clients.delete(clientId)
    clients.set(clientId, peer)
    forgetFirst(clients, CLIENTS_MAX)
    forgetFirst(this.#held, ADDRESSES_MAX)
  }

  /** The clients whose systems spoke from there, each with the system that did so last. */
  of(address: string): { clientId: string; peer: string }[] {
    return [...(this.#held.get(address) ?? [])].map(([clientId, peer]) => ({ clientId, peer }))
  }
}

function forgetFirst(map: Map<string, unknown>, most: number): void {
  const [first] = map.keys()
  if (map.size > most && first !== undefined) map.delete(first)
}
