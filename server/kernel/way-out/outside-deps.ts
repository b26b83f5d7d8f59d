import type { Kernel } from '../http/kernel.ts'

/** Dependencies of features that contact a client's partner: its password keys, the client's way out, and the log. */
export type OutsideDeps = Pick<Kernel, 'secrets' | 'wayOut' | 'exchanges'>
