/** What asks the service worker, and what it asks an open page, to deliver what waits. */
export const DELIVER_MESSAGE = 'deliver-sealed'
/** The name of the browser's own wish to do so once there is a network (Background Sync). */
export const DELIVER_TAG = 'readroom-deliver'
/** What tells the service worker to end its round of deliveries: a newer build is to take its place. */
export const STOP_DELIVERING = 'stop-delivering'
