/** Maximum number of addresses, and of clients per address; the most recently heard are kept. */
const ADDRESSES_MAX = 1_000
const CLIENTS_MAX = 5

/** Remembers which systems connected from which address, while this process runs. */
export class KnownAddresses {
  #held = new Map<string, Map<string, string>>()

  note(address: string, clientId: string, peer: string): void {
    const clients = this.#held.get(address) ?? new Map<string, string>()
    // The most recent are last; over the limit the first is dropped.
    this.#held.delete(address)
    this.#held.set(address, clients)
    clients.delete(clientId)
    clients.set(clientId, peer)
    forgetFirst(clients, CLIENTS_MAX)
    forgetFirst(this.#held, ADDRESSES_MAX)
  }

  /** Returns the clients whose systems connected from there, each with its most recent system. */
  of(address: string): { clientId: string; peer: string }[] {
    return [...(this.#held.get(address) ?? [])].map(([clientId, peer]) => ({ clientId, peer }))
  }
}

function forgetFirst(map: Map<string, unknown>, most: number): void {
  const [first] = map.keys()
  if (map.size > most && first !== undefined) map.delete(first)
}
