import type { Codec } from '#src/db/codec.ts'

/** Seals nothing: as the first builds stored rows, and for tests that look into them. */
export const plainCodec: Codec = {
  seal: async (_, value) => value,
  open: async (_, sealed) => sealed,
}
