import type { Kernel } from '../http/kernel.ts'

/** What a feature needs that asks a partner of a client: the keys of its passwords, the client's way out, and the log. */
export type OutsideDeps = Pick<Kernel, 'secrets' | 'wayOut' | 'exchanges'>
