/** What the service worker says to a page: `place` is the path of a screen that its person asked for. */
export const OPEN_PLACE = 'OPEN_PLACE'
