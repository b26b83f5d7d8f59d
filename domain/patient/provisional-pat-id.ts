import { shortDeviceName } from '../money/provisional-no.ts'

/**
 * The patient id shown until the server assigns one: it names the device, as the provisional numbers of receipts and
 * visits do, and is the same on all its screens (`FD2-NEW-4C81AF`). `id` is the record's. At most 17 characters.
 */
export const provisionalPatId = (deviceName: string, id: string): string =>
  `${shortDeviceName(deviceName)}-NEW-${id.slice(-6).toUpperCase()}`
