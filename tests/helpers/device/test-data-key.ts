import { importDataKey } from '#src/db/sealing/data-key.ts'

/** The data key of every vault of the tests. */
export const TEST_DATA_KEY = await importDataKey('test', new Uint8Array(32).fill(7))
