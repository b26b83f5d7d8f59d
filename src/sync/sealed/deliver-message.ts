/** Asks the service worker, or an open page on its behalf, to deliver waiting commands. */
export const DELIVER_MESSAGE = 'deliver-sealed'
/** The Background Sync tag for delivering once there is a network. */
export const DELIVER_TAG = 'readroom-deliver'
/** Tells the service worker to end its round of deliveries: a newer build is about to replace it. */
export const STOP_DELIVERING = 'stop-delivering'
