import type { Databases } from '#src/db/open-databases.ts'

/** As the house calls this device, for provisional numbers; empty until the server said so. */
export async function findDeviceName({ work }: Pick<Databases, 'work'>): Promise<string> {
  const terms = await work.keys.get('terms')
  return terms?.id === 'terms' ? terms.deviceName : ''
}
