import type { LookupFunction } from 'node:net'
import type { Target } from './way-out.ts'

/** Returns a resolver for one connection that returns the checked addresses without a query. */
export function pinnedLookup({ addresses }: Pick<Target, 'addresses'>): LookupFunction {
  return (_host, { all }, done) => {
    const [first] = addresses
    if (all) done(null, [...addresses])
    else if (first) done(null, first.address, first.family)
  }
}
