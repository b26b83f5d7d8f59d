import type { Codec } from '#src/db/codec.ts'

/** Stores rows without a seal: as the first builds did, and for tests that read the rows. */
export const plainCodec: Codec = {
  seal: async (_, value) => value,
  open: async (_, sealed) => sealed,
}
