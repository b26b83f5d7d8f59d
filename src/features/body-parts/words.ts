/** Words of the body parts viewer. */
export const BODY_PART_WORDS = {
  title: 'AI body parts',
  subtitle: 'Body parts that the AI companies read.',
  tabs: 'Body parts',
  specifications: 'Specifications',
  photoOf: (heading: string) => `Photo of ${heading}`,
  photoMissing: 'The photo is not on this device. It appears when the network is back.',
  loading: 'Loading body parts',
  none: 'No body parts yet',
  noneHint: 'The administrator of the platform adds them under Masters, AI Body Parts.',
  noItems: (name: string) => `Nothing is described for ${name} yet`,
  noItemsHint: 'The administrator of the platform adds items to a body part under Masters, AI Body Parts.',
  failed: 'The body parts could not be read',
  offline: 'This device has no copy of the body parts yet. Open this page once while online.',
} as const
