import type { Databases } from '#src/db/open-databases.ts'

/** The client's name of this device, for provisional numbers; empty until the server has sent it. */
export async function findDeviceName({ work }: Pick<Databases, 'work'>): Promise<string> {
  const terms = await work.keys.get('terms')
  return terms?.id === 'terms' ? terms.deviceName : ''
}
